/** The rules of an organisational unit. */
import type { Decider } from '../decider.ts';
import { equal } from '../equal.ts';
import { Refused } from '../errors.ts';
import type { LocalizedText } from '../localized-text.ts';
import { parseEntityId } from '../workspace/id.ts';
import type { EntityEvent } from './events.ts';

export type Entity =
  { readonly status: 'absent' } | { readonly status: 'active' | 'archived'; readonly name: LocalizedText };
export type EntityCommand =
  | { readonly type: 'CreateEntity'; readonly id: string; readonly name: LocalizedText }
  | { readonly type: 'RenameEntity'; readonly name: LocalizedText }
  | { readonly type: 'ArchiveEntity' };

export const entity: Decider<Entity, EntityCommand, EntityEvent> = {
  initial: { status: 'absent' },

  decide(command, state) {
    if (command.type === 'CreateEntity') {
      const { id, name } = command;
      return state.status === 'absent' ? [{ type: 'EntityCreated', data: { id: parseEntityId(id), name } }] : [];
    }
    if (state.status === 'absent') throw new Refused('not_found', 'entity_not_found', 'no such entity');
    if (command.type === 'RenameEntity')
      return equal(state.name, command.name)
        ? []
        : [{ type: 'EntityRenamed', data: { name: command.name, before: state.name } }];
    return state.status === 'archived' ? [] : [{ type: 'EntityArchived', data: {} }];
  },

  evolve(state, event) {
    if (event.type === 'EntityCreated') return { status: 'active', name: event.data.name };
    if (state.status === 'absent') return state;
    if (event.type === 'EntityRenamed') return { ...state, name: event.data.name };
    return event.type === 'EntityArchived' ? { ...state, status: 'archived' } : state;
  },
};
