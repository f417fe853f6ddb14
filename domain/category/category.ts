/** The rules of a category. */
import type { Decider } from '../decider.ts';
import { equal } from '../equal.ts';
import { Refused } from '../errors.ts';
import type { LocalizedText } from '../localized-text.ts';
import { parseEntityId } from '../workspace/id.ts';
import type { CategoryEvent } from './events.ts';

export type Category =
  { readonly status: 'absent' } | { readonly status: 'active' | 'archived'; readonly name: LocalizedText };
export type CategoryCommand =
  | { readonly type: 'CreateCategory'; readonly id: string; readonly name: LocalizedText }
  | { readonly type: 'RenameCategory'; readonly name: LocalizedText }
  | { readonly type: 'ArchiveCategory' };

export const category: Decider<Category, CategoryCommand, CategoryEvent> = {
  initial: { status: 'absent' },

  decide(command, state) {
    if (command.type === 'CreateCategory') {
      const { id, name } = command;
      return state.status === 'absent' ? [{ type: 'CategoryCreated', data: { id: parseEntityId(id), name } }] : [];
    }
    if (state.status === 'absent') throw new Refused('not_found', 'category_not_found', 'no such category');
    if (command.type === 'ArchiveCategory')
      return state.status === 'archived' ? [] : [{ type: 'CategoryArchived', data: {} }];
    const { name } = command;
    return equal(state.name, name) ? [] : [{ type: 'CategoryRenamed', data: { name, before: state.name } }];
  },

  evolve(state, event) {
    if (event.type === 'CategoryCreated') return { status: 'active', name: event.data.name };
    if (state.status === 'absent') return state;
    if (event.type === 'CategoryRenamed') return { ...state, name: event.data.name };
    return event.type === 'CategoryArchived' ? { ...state, status: 'archived' } : state;
  },
};
