/** How each event of a category is undone. */
import { namedInverses } from '../undo/named.ts';
import type { Undoable } from '../undo/inverse.ts';
import { category, type Category, type CategoryCommand } from './category.ts';
import type { CategoryEvent } from './events.ts';

const { made, back } = namedInverses<Category, CategoryCommand, CategoryEvent>('member', {
  rename: (name) => ({ type: 'RenameCategory', name }),
  archive: { type: 'ArchiveCategory' },
  unarchive: { type: 'UnarchiveCategory' },
});

export const undoableCategory: Undoable<Category, CategoryCommand, CategoryEvent> = {
  decider: category,
  inverses: {
    CategoryCreated: made,
    CategoryRenamed: back,
    CategoryArchived: back,
    CategoryUnarchived: back,
  },
};
