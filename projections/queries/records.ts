/** What staff keep besides publications and people: entities, categories, projects and works. */
import type { LocalizedText } from '../../domain/localized-text.ts';
import type { Revision } from '../../domain/event.ts';
import { searchTerms } from '../../domain/search-terms.ts';
import { categories, type CategoryRow } from '../categories.ts';
import { entities, type EntityRow } from '../catalogue/entities.ts';
import { rowId } from '../ids.ts';
import type { Collection, Condition, ReadModels } from '../ports.ts';
import { projects, type ProjectRow } from '../projects.ts';
import { works, type WorkRow } from '../works.ts';
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

/** Entities and categories are read alike: an id and a name. */
export type NamedCollection = { readonly collection: Collection; readonly sort: 'entityId' | 'categoryId' };
export const ENTITIES: NamedCollection = { collection: entities, sort: 'entityId' satisfies keyof EntityRow };
export const CATEGORIES: NamedCollection = { collection: categories, sort: 'categoryId' satisfies keyof CategoryRow };

const namedOf = (row: NamedRow): Named => {
  const { entityId, categoryId, name, archived, createdAt, revision } = row;
  return { body: { id: entityId ?? categoryId ?? '', name, archived, created_at: createdAt }, revision };
};

const inWorkspace = (workspace: string): Condition[] => [{ field: 'workspace', eq: workspace }];

export const listNamed = async (
  readModels: ReadModels,
  { collection, sort }: NamedCollection,
  workspace: string,
  status: Archived,
  page: PageRequest,
): Promise<Page<NamedItem>> => {
  const all = inWorkspace(workspace);
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

export const PROJECT_SORTS = {
  created_at: 'createdAt',
  start_date: 'startDay',
  end_date: 'endDay',
  title: 'titleKey',
} as const;

export const WORK_SORTS = { created_at: 'createdAt' } as const;

type Order<S> = { readonly sort: S; readonly dir: 'asc' | 'desc' };
export type RecordQuery<S> = PageRequest &
  Order<S> & {
    readonly workspace: string;
    readonly q: string;
    readonly status: 'published' | 'unpublished' | 'archived' | 'all';
  };

export const listProjects = (
  readModels: ReadModels,
  { workspace, q, status, sort, dir, ...page }: RecordQuery<keyof typeof PROJECT_SORTS>,
): Promise<Page<ProjectRow>> => {
  const all = inWorkspace(workspace);
  if (status !== 'all') all.push({ field: 'status', eq: status });
  const where = { all, terms: searchTerms(q) };
  return findPage<ProjectRow>(readModels, projects, where, { field: PROJECT_SORTS[sort], dir }, page);
};

export const projectById = async (
  readModels: ReadModels,
  workspace: string,
  id: string,
): Promise<ProjectRow | null> => {
  const row = await readModels.get(projects, rowId(workspace, id));
  return row === null ? null : rowAs<ProjectRow>(row);
};

export const listWorks = (
  readModels: ReadModels,
  { workspace, q, status, sort, dir, ...page }: RecordQuery<keyof typeof WORK_SORTS>,
): Promise<Page<WorkRow>> => {
  const all = inWorkspace(workspace);
  if (status === 'archived') all.push({ field: 'archived', eq: true });
  else if (status !== 'all')
    all.push({ field: 'archived', eq: false }, { field: 'published', eq: status === 'published' });
  const where = { all, terms: searchTerms(q) };
  return findPage<WorkRow>(readModels, works, where, { field: WORK_SORTS[sort], dir }, page);
};

export const workByKey = async (readModels: ReadModels, workspace: string, key: string): Promise<WorkRow | null> => {
  const row = await readModels.get(works, rowId(workspace, key));
  return row === null ? null : rowAs<WorkRow>(row);
};
