/** How each event of an entity is undone. */
import { namedInverses } from '../undo/named.ts';
import type { Undoable } from '../undo/inverse.ts';
import { entity, type Entity, type EntityCommand } from './entity.ts';
import type { EntityEvent } from './events.ts';

const { made, back } = namedInverses<Entity, EntityCommand, EntityEvent>('workspace_admin', {
  rename: (name) => ({ type: 'RenameEntity', name }),
  archive: { type: 'ArchiveEntity' },
  unarchive: { type: 'UnarchiveEntity' },
});

export const undoableEntity: Undoable<Entity, EntityCommand, EntityEvent> = {
  decider: entity,
  inverses: { EntityCreated: made, EntityRenamed: back, EntityArchived: back, EntityUnarchived: back },
};
