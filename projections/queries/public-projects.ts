/** Projects that any workspace has published, in the shapes of the consumer API. */
import type { Currency } from '../../domain/project/events.ts';
import { containing, having, type ReadModels } from '../ports.ts';
import { projects, type ProjectRow } from '../projects/projects.ts';
import { publicProjects, type PublicProjectRow } from '../projects/public-projects.ts';
import { ordered, type Asked, type Listing } from './listing.ts';
import { PROJECT_SORTS } from './projects.ts';

export type PublicProjectQuery = Asked<typeof PROJECT_SORTS> & { readonly currency: Currency | null };

/** The served workspace rows; null for those unpublished since `named` was read. */
const servedBy = async (
  named: readonly Pick<PublicProjectRow, 'served'>[],
  readModels: ReadModels,
): Promise<readonly (ProjectRow | null)[]> => {
  const ids = named.flatMap(({ served }) => served ?? []);
  const all = [{ field: 'id', in: ids }, ...having({ published: true })];
  const found = await readModels.find(projects, { where: { all }, limit: ids.length });
  const rows = new Map(found.map((row) => [row.id, row]));
  return named.map(({ served }) => rows.get(served ?? '') ?? null);
};

export const publicProjectListing = (query: PublicProjectQuery): Listing<ProjectRow, PublicProjectRow, 'served'> => ({
  collection: publicProjects,
  ...ordered(PROJECT_SORTS, [...having({ public: true }), ...containing({ currencies: query.currency })], query),
  fields: ['served'],
  items: servedBy,
});

export const publicProject = async (readModels: ReadModels, id: string): Promise<ProjectRow | null> => {
  const row = await readModels.get(publicProjects, id);
  const [project = null] = row === null ? [] : await servedBy([row], readModels);
  return project;
};
