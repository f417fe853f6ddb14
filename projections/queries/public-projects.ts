/** Projects that any workspace has published, in the shapes of surface B. */
import type { Currency, ProjectFields } from '../../domain/project/events.ts';
import type { Condition, ReadModels } from '../ports.ts';
import { publicProjects, type PublicProjectRow } from '../public-projects.ts';
import { findAsked, type Asked, type Page } from './page.ts';
import { PROJECT_SORTS } from './projects.ts';

export type PublicProject = { readonly id: string; readonly fields: ProjectFields; readonly createdAt: number };

export type PublicProjectQuery = Asked<typeof PROJECT_SORTS> & { readonly currency: Currency | null };

const shown = ({ id, fields, createdAt }: PublicProjectRow): readonly PublicProject[] =>
  fields === null ? [] : [{ id, fields, createdAt: createdAt ?? 0 }];

export const listPublicProjects = async (
  readModels: ReadModels,
  query: PublicProjectQuery,
): Promise<Page<PublicProject>> => {
  const all: Condition[] = [{ field: 'public', eq: true }];
  if (query.currency !== null) all.push({ field: 'currencies', contains: query.currency });
  const { items, ...page } = await findAsked(readModels, publicProjects, all, PROJECT_SORTS, query);
  return { ...page, items: items.flatMap(shown) };
};

export const publicProject = async (readModels: ReadModels, id: string) => {
  const row = await readModels.get(publicProjects, id);
  const [project] = row === null ? [] : shown(row);
  return row === null || project === undefined ? null : { project, revision: row.revision ?? 0 };
};
