/** How each event of a category is undone. */
import type { LocalizedText } from '../localized-text.ts';
import { changed, type Inverse, type Undoable } from '../undo/inverse.ts';
import { category, type Category, type CategoryCommand } from './category.ts';
import type { CategoryEvent } from './events.ts';

const NAME = '/name';
const ARCHIVED = '/archived';

const back: Inverse<Category, CategoryCommand, CategoryEvent> = {
  role: 'member',
  parts: changed((state) =>
    state.status === 'absent' ? { [ARCHIVED]: true } : { [NAME]: state.name, [ARCHIVED]: state.status === 'archived' },
  ),
  put: ({ [NAME]: name, [ARCHIVED]: archived }) => [
    name !== undefined && { type: 'RenameCategory', name: name as LocalizedText },
    archived !== undefined && { type: archived === true ? 'ArchiveCategory' : 'UnarchiveCategory' },
  ],
};

export const undoableCategory: Undoable<Category, CategoryCommand, CategoryEvent> = {
  decider: category,
  inverses: {
    CategoryCreated: { ...back, makes: ARCHIVED },
    CategoryRenamed: back,
    CategoryArchived: back,
    CategoryUnarchived: back,
  },
};
