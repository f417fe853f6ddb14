/** How each event of an entity is undone. */
import { namedInverses } from '../undo/inverse.ts';
import type { Undoable } from '../undo/plan.ts';
import { entity, type Entity, type EntityCommand } from './entity.ts';
import type { EntityEvent } from './events.ts';

const ofEntity = namedInverses<Entity, EntityCommand, EntityEvent>('workspace_admin', {
  rename: (name) => ({ type: 'RenameEntity', name }),
  archive: { type: 'ArchiveEntity' },
  unarchive: { type: 'UnarchiveEntity' },
});

export const undoableEntity: Undoable<Entity, EntityCommand, EntityEvent> = {
  decider: entity,
  inverses: {
    EntityCreated: ofEntity.made,
    EntityRenamed: ofEntity.changed,
    EntityArchived: ofEntity.changed,
    EntityUnarchived: ofEntity.changed,
  },
};
