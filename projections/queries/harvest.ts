/** What a harvest iterates over: workspaces, the latest job of each iD, and publications, each by ascending id. */
import { publications, type PublicationRow } from '../catalogue/publications.ts';
import { catalogue } from '../catalogue/index.ts';
import { ingestions, ingestionsProjection, type IngestionRow } from '../ingestions.ts';
import { having, type ReadModels } from '../ports.ts';
import { following } from './listing.ts';
import { areLive } from './position.ts';
import { everyWorkspace } from './workspaces.ts';

/** Where a page begins: after this row or, if null, at the first. */
type Walk = { readonly after: string | null; readonly limit: number };

/** The workspaces that were created, and those that have jobs. */
export const workspacesToHarvest = async (readModels: ReadModels): Promise<readonly string[]> => {
  const found = new Set<string>();
  for await (const workspace of everyWorkspace(readModels)) found.add(workspace);
  for (const workspace of (await readModels.groupCounts(ingestions, { all: [] }, 'workspace')).keys())
    found.add(String(workspace));
  return [...found].sort();
};

export const jobsAfter = (
  readModels: ReadModels,
  workspace: string,
  { after, limit }: Walk,
): Promise<readonly IngestionRow[]> =>
  readModels.find(ingestions, { where: { all: [...having({ workspace }), ...following(after)] }, limit });

const notDeleted = (workspace: string) => having({ workspace, hasDoi: true, deleted: false });

export const countToHarvest = (readModels: ReadModels, workspace: string): Promise<number> =>
  readModels.count(publications, { all: [...notDeleted(workspace)] });

/** Publications with a DOI that staff have not deleted. */
export const publicationsAfter = (
  readModels: ReadModels,
  workspace: string,
  { after, limit }: Walk,
): Promise<readonly PublicationRow[]> =>
  readModels.find(publications, {
    where: { all: [...notDeleted(workspace), ...following(after)] },
    limit,
  });

/** Whether the rows that a harvest relies on have caught up; until then it would miss some. */
export const isReadyToHarvest = (readModels: ReadModels): Promise<boolean> =>
  areLive(readModels, [ingestionsProjection, catalogue]);
