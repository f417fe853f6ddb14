/** The rules of a category. */
import type { Decider } from '../decider.ts';
import { deciding } from '../deciding.ts';
import { equal } from '../equal.ts';
import { Refused } from '../errors.ts';
import { evolving } from '../evolving.ts';
import type { LocalizedText } from '../localized-text.ts';
import { parseEntityId } from '../workspace/id.ts';
import type { CategoryEvent } from './events.ts';

export type Category =
  | { readonly status: 'absent' }
  | { readonly status: 'active' | 'archived'; readonly name: LocalizedText };

export type CategoryCommand =
  | { readonly type: 'CreateCategory'; readonly id: string; readonly name: LocalizedText }
  | { readonly type: 'RenameCategory'; readonly name: LocalizedText }
  | { readonly type: 'ArchiveCategory' }
  | { readonly type: 'UnarchiveCategory' };

export const category: Decider<Category, CategoryCommand, CategoryEvent> = {
  initial: { status: 'absent' },

  decide: deciding<Category, CategoryCommand, CategoryEvent>('category')(
    {
      CreateCategory: (state, { id, name }) => {
        if (state.status === 'absent') return [{ type: 'CategoryCreated', data: { id: parseEntityId(id), name } }];
        if (equal(state.name, name)) return [];
        throw new Refused('conflict', 'category_exists', 'there is another category with this id', { field: 'id' });
      },
    },
    {
      RenameCategory: ({ name: before }, { name }) =>
        equal(before, name) ? [] : [{ type: 'CategoryRenamed', data: { name, before } }],
      ArchiveCategory: ({ status }) => (status === 'archived' ? [] : [{ type: 'CategoryArchived', data: {} }]),
      UnarchiveCategory: ({ status }) => (status === 'active' ? [] : [{ type: 'CategoryUnarchived', data: {} }]),
    },
  ),

  evolve: evolving<Category, CategoryEvent, 'CategoryCreated'>(
    { CategoryCreated: (_state, { name }) => ({ status: 'active', name }) },
    {
      CategoryRenamed: (state, { name }) => ({ ...state, name }),
      CategoryArchived: (state) => ({ ...state, status: 'archived' }),
      CategoryUnarchived: (state) => ({ ...state, status: 'active' }),
    },
  ),
};
