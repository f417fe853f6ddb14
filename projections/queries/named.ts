/** Entities and categories, which are read alike: an id and a name. */
import type { LocalizedText } from '../../domain/localized-text.ts';
import type { Revision } from '../../domain/event.ts';
import { categories, type CategoryRow } from '../categories.ts';
import { entities, type EntityRow } from '../catalogue/entities.ts';
import { rowId } from '../ids.ts';
import type { Collection, Condition, ReadModels } from '../ports.ts';
import { findPage, rowAs, type Page, type PageRequest } from './page.ts';

export type NamedItem = {
  readonly id: string;
  readonly name: LocalizedText;
  readonly archived: boolean;
  readonly created_at: number;
};
export type Named = { readonly body: NamedItem; readonly revision: Revision };
export type Archived = 'active' | 'archived' | 'all';

type NamedRow = Pick<EntityRow, 'name' | 'archived' | 'createdAt' | 'revision'> & {
  readonly entityId?: string;
  readonly categoryId?: string;
};

export type NamedCollection = { readonly collection: Collection; readonly sort: 'entityId' | 'categoryId' };
export const ENTITIES: NamedCollection = { collection: entities, sort: 'entityId' satisfies keyof EntityRow };
export const CATEGORIES: NamedCollection = { collection: categories, sort: 'categoryId' satisfies keyof CategoryRow };

const namedOf = ({ entityId, categoryId, name, archived, createdAt, revision }: NamedRow): Named => ({
  body: { id: entityId ?? categoryId ?? '', name, archived, created_at: createdAt },
  revision,
});

export const listNamed = async (
  readModels: ReadModels,
  { collection, sort }: NamedCollection,
  workspace: string,
  status: Archived,
  page: PageRequest,
): Promise<Page<NamedItem>> => {
  const all: Condition[] = [{ field: 'workspace', eq: workspace }];
  if (status !== 'all') all.push({ field: 'archived', eq: status === 'archived' });
  const found = await findPage<NamedRow>(readModels, collection, { all }, { field: sort, dir: 'asc' }, page);
  return { items: found.items.map((row) => namedOf(row).body), total: found.total };
};

export const namedById = async (
  readModels: ReadModels,
  { collection }: NamedCollection,
  workspace: string,
  id: string,
): Promise<Named | null> => {
  const row = await readModels.get(collection, rowId(workspace, id));
  return row === null ? null : namedOf(rowAs<NamedRow>(row));
};
