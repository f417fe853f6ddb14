/** The rules of an organisational unit. */
import { evolving } from '../evolving.ts';
import type { Decider } from '../decider.ts';
import { equal } from '../equal.ts';
import { Refused } from '../errors.ts';
import type { LocalizedText } from '../localized-text.ts';
import { known } from '../must-exist.ts';
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

  decide(command, state) {
    switch (command.type) {
      case 'CreateEntity':
        if (state.status === 'absent') return created(command.id, command.name);
        if (equal(state.name, command.name)) return [];
        throw new Refused('conflict', 'entity_exists', 'there is another entity with this id', { field: 'id' });
      case 'EnsureEntity':
        return state.status === 'absent' ? created(command.id, command.name) : [];
      case 'RenameEntity': {
        const { name: before } = known(state, 'entity');
        const { name } = command;
        return equal(before, name) ? [] : [{ type: 'EntityRenamed', data: { name, before } }];
      }
      case 'ArchiveEntity':
        if (known(state, 'entity').id === ORG)
          throw new Refused('conflict', 'entity_needed', `every workspace has the entity ${ORG}`);
        return state.status === 'archived' ? [] : [{ type: 'EntityArchived', data: {} }];
      case 'UnarchiveEntity':
        return known(state, 'entity').status === 'active' ? [] : [{ type: 'EntityUnarchived', data: {} }];
    }
  },

  evolve: evolving<Entity, EntityEvent, 'EntityCreated'>(
    { EntityCreated: (_state, { id, name }) => ({ status: 'active', id, name }) },
    {
      EntityRenamed: (state, { name }) => ({ ...state, name }),
      EntityArchived: (state) => ({ ...state, status: 'archived' }),
      EntityUnarchived: (state) => ({ ...state, status: 'active' }),
    },
  ),
};
