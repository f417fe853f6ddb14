/** How each event of a category is undone. */
import { namedInverses } from '../undo/inverse.ts';
import type { Undoable } from '../undo/plan.ts';
import { category, type Category, type CategoryCommand } from './category.ts';
import type { CategoryEvent } from './events.ts';

const ofCategory = namedInverses<Category, CategoryCommand, CategoryEvent>('member', {
  rename: (name) => ({ type: 'RenameCategory', name }),
  archive: { type: 'ArchiveCategory' },
  unarchive: { type: 'UnarchiveCategory' },
});

export const undoableCategory: Undoable<Category, CategoryCommand, CategoryEvent> = {
  decider: category,
  inverses: {
    CategoryCreated: ofCategory.made,
    CategoryRenamed: ofCategory.changed,
    CategoryArchived: ofCategory.changed,
    CategoryUnarchived: ofCategory.changed,
  },
};
