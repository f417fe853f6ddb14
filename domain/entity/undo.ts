/** How each event of an entity is undone. */
import type { LocalizedText } from '../localized-text.ts';
import { changed, type Inverse, type Undoable } from '../undo/inverse.ts';
import { entity, type Entity, type EntityCommand } from './entity.ts';
import type { EntityEvent } from './events.ts';

const NAME = '/name';
const ARCHIVED = '/archived';

const back: Inverse<Entity, EntityCommand, EntityEvent> = {
  role: 'workspace_admin',
  parts: changed((state) =>
    state.status === 'absent' ? { [ARCHIVED]: true } : { [NAME]: state.name, [ARCHIVED]: state.status === 'archived' },
  ),
  put: ({ [NAME]: name, [ARCHIVED]: archived }) => [
    name !== undefined && { type: 'RenameEntity', name: name as LocalizedText },
    archived !== undefined && { type: archived === true ? 'ArchiveEntity' : 'UnarchiveEntity' },
  ],
};

export const undoableEntity: Undoable<Entity, EntityCommand, EntityEvent> = {
  decider: entity,
  inverses: {
    EntityCreated: { ...back, makes: ARCHIVED },
    EntityRenamed: back,
    EntityArchived: back,
    EntityUnarchived: back,
  },
};
