/** The rules of an organisational unit. */
import type { Decider } from '../decider.ts';
import { deciding } from '../deciding.ts';
import { equal } from '../equal.ts';
import { Refused } from '../errors.ts';
import { evolving } from '../evolving.ts';
import type { LocalizedText } from '../localized-text.ts';
import { ORG, parseEntityId } from '../workspace/id.ts';
import type { EntityEvent } from './events.ts';

export type Entity =
  | { readonly status: 'absent' }
  | { readonly status: 'active' | 'archived'; readonly id: string; readonly name: LocalizedText };

export type EntityCommand =
  | { readonly type: 'CreateEntity'; readonly id: string; readonly name: LocalizedText }
  /** Creates it with this name unless it already exists under any name. */
  | { readonly type: 'EnsureEntity'; readonly id: string; readonly name: LocalizedText }
  | { readonly type: 'RenameEntity'; readonly name: LocalizedText }
  | { readonly type: 'ArchiveEntity' }
  | { readonly type: 'UnarchiveEntity' };

const created = (id: string, name: LocalizedText): readonly EntityEvent[] => [
  { type: 'EntityCreated', data: { id: parseEntityId(id), name } },
];

export const entity: Decider<Entity, EntityCommand, EntityEvent> = {
  initial: { status: 'absent' },

  decide: deciding<Entity, EntityCommand, EntityEvent>('entity')(
    {
      CreateEntity: (state, { id, name }) => {
        if (state.status === 'absent') return created(id, name);
        if (equal(state.name, name)) return [];
        throw new Refused('conflict', 'entity_exists', 'there is another entity with this id', { field: 'id' });
      },
      EnsureEntity: (state, { id, name }) => (state.status === 'absent' ? created(id, name) : []),
    },
    {
      RenameEntity: ({ name: before }, { name }) =>
        equal(before, name) ? [] : [{ type: 'EntityRenamed', data: { name, before } }],
      ArchiveEntity: ({ status, id }) => {
        if (id === ORG) throw new Refused('conflict', 'entity_needed', `every workspace has the entity ${ORG}`);
        return status === 'archived' ? [] : [{ type: 'EntityArchived', data: {} }];
      },
      UnarchiveEntity: ({ status }) => (status === 'active' ? [] : [{ type: 'EntityUnarchived', data: {} }]),
    },
  ),

  evolve: evolving<Entity, EntityEvent, 'EntityCreated'>(
    { EntityCreated: (_state, { id, name }) => ({ status: 'active', id, name }) },
    {
      EntityRenamed: (state, { name }) => ({ ...state, name }),
      EntityArchived: (state) => ({ ...state, status: 'archived' }),
      EntityUnarchived: (state) => ({ ...state, status: 'active' }),
    },
  ),
};
