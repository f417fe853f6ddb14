/** Categories assigned to people. */
import type { Revision } from '../domain/event.ts';
import type { LocalizedText } from '../domain/localized-text.ts';
import { defineFold, type Projection, versioned } from './define.ts';
import type { Collection } from './ports.ts';

export type CategoryRow = {
  readonly id: string;
  readonly workspace: string;
  readonly categoryId: string;
  readonly name: LocalizedText;
  readonly archived: boolean;
  readonly createdAt: number;
  readonly revision: Revision;
};

const VERSION = 2;

export const categories: Collection<CategoryRow> = {
  name: versioned('categories', VERSION),
  indexes: [{ equal: ['workspace', 'archived'], sort: 'categoryId', asked: 'asc' }],
};

export const categoriesProjection: Projection = {
  name: 'categories',
  version: VERSION,
  streams: ['category-'],
  folds: [
    defineFold<CategoryRow>({
      collection: categories,
      ids: ({ stream }) => (stream.startsWith('category-') ? [stream.slice('category-'.length)] : []),
      when: {
        CategoryCreated: (_row, { data, metadata, revision }, id) => ({
          id,
          workspace: metadata.workspace,
          categoryId: data.id,
          name: data.name,
          archived: false,
          createdAt: metadata.at,
          revision,
        }),
        CategoryRenamed: (row, { data, revision }) => (row === null ? null : { ...row, name: data.name, revision }),
        CategoryArchived: (row, { revision }) => (row === null ? null : { ...row, archived: true, revision }),
        CategoryUnarchived: (row, { revision }) => (row === null ? null : { ...row, archived: false, revision }),
      },
    }),
  ],
};
