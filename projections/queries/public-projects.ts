/** Projects that any workspace has published, in the shapes of the consumer API. */
import type { Currency } from '../../domain/project/events.ts';
import { containing, having, type ReadModels } from '../ports.ts';
import { projects, type ProjectRow } from '../projects/projects.ts';
import { publicProjects } from '../projects/public-projects.ts';
import { findListingPage, rowsThatFit, type ListingRequest, type Page } from './page.ts';
import { PROJECT_SORTS } from './projects.ts';

export type PublicProjectQuery = ListingRequest<typeof PROJECT_SORTS> & { readonly currency: Currency | null };

/** The served workspace rows, without those unpublished since `named` was read. */
const servedBy = async (
  readModels: ReadModels,
  named: readonly { readonly served: string | null }[],
): Promise<readonly ProjectRow[]> => {
  const ids = named.flatMap(({ served }) => served ?? []);
  const all = [{ field: 'id', in: ids }, ...having({ published: true })];
  const found = await readModels.find(projects, { where: { all }, limit: ids.length });
  const rows = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
};

export const listPublicProjects = async (
  readModels: ReadModels,
  query: PublicProjectQuery,
): Promise<Page<ProjectRow>> => {
  const all = [...having({ public: true }), ...containing({ currencies: query.currency })];
  const named = await findListingPage(readModels, publicProjects, all, PROJECT_SORTS, query, ['served']);
  const rows = await servedBy(readModels, named.items);
  if (query.after === undefined) return { ...named, items: rows };
  const items = rowsThatFit(rows);
  return { ...named, items, ...(items.length < rows.length && { next: items.at(-1)?.projectId ?? null }) };
};

export const publicProject = async (readModels: ReadModels, id: string): Promise<ProjectRow | null> => {
  const row = await readModels.get(publicProjects, id);
  const [project] = row === null ? [] : await servedBy(readModels, [row]);
  return project ?? null;
};
