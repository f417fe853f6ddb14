/** Projects, as staff list and read them. */
import type { Currency } from '../../domain/project/events.ts';
import { soughtTerms } from '../../domain/search-terms.ts';
import { rowId } from '../ids.ts';
import type { Condition, ReadModels } from '../ports.ts';
import { projects, type ProjectRow } from '../projects.ts';
import { findPage, type Page, type PageRequest } from './page.ts';
import { statusesOf, type AskedStatus } from './asked-status.ts';

export const PROJECT_SORTS = {
  created_at: 'createdAt',
  start_date: 'startDay',
  end_date: 'endDay',
  title: 'titleKey',
} as const;

export type ProjectQuery = PageRequest & {
  readonly workspace: string;
  readonly q: string;
  readonly sort: keyof typeof PROJECT_SORTS;
  readonly dir: 'asc' | 'desc';
  readonly status: AskedStatus;
  readonly currency: Currency | null;
};

const conditionsOf = ({ workspace, status, currency }: ProjectQuery): readonly Condition[] => {
  const all: Condition[] = [{ field: 'workspace', eq: workspace }];
  if (status !== 'all') all.push({ field: 'status', in: statusesOf(status) });
  if (currency !== null) all.push({ field: 'currencies', contains: currency });
  return all;
};

export const listProjects = (readModels: ReadModels, query: ProjectQuery): Promise<Page<ProjectRow>> => {
  const where = { all: conditionsOf(query), terms: soughtTerms(query.q) };
  const order = { field: PROJECT_SORTS[query.sort], dir: query.dir };
  return findPage(readModels, projects, where, order, query);
};

export const projectById = (readModels: ReadModels, workspace: string, id: string): Promise<ProjectRow | null> =>
  readModels.get(projects, rowId(workspace, id));
