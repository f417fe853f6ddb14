/** What a harvest walks: workspaces, the latest job of each iD, and publications, each by ascending id. */
import { publications, type PublicationRow } from '../catalogue/publications.ts';
import { projectionKey } from '../define.ts';
import { catalogue } from '../catalogue/index.ts';
import { ingestions, ingestionsProjection, type IngestionRow } from '../ingestions.ts';
import type { Collection, Condition, ReadModels, Row } from '../ports.ts';
import { rowAs } from './page.ts';
import { everyWorkspace } from './workspaces.ts';

/** Where a walk goes on: after this row, null = at the first. */
type Walk = { readonly after: string | null; readonly limit: number };

const pageOf = (
  readModels: ReadModels,
  collection: Collection,
  conditions: readonly Condition[],
  { after, limit }: Walk,
): Promise<readonly Row[]> =>
  readModels.find(collection, {
    where: { all: after === null ? conditions : [...conditions, { field: 'id', gt: after }] },
    limit,
  });

/** Those that were made, and those that have jobs. */
export const workspacesToHarvest = async (readModels: ReadModels): Promise<readonly string[]> => {
  const found = new Set<string>();
  for await (const workspace of everyWorkspace(readModels)) found.add(workspace);
  for (const workspace of (await readModels.groupCounts(ingestions, { all: [] }, 'workspace')).keys())
    found.add(String(workspace));
  return [...found].sort();
};

export const jobsAfter = async (
  readModels: ReadModels,
  workspace: string,
  walk: Walk,
): Promise<readonly IngestionRow[]> =>
  (await pageOf(readModels, ingestions, [{ field: 'workspace', eq: workspace }], walk)).map((row) =>
    rowAs<IngestionRow>(row),
  );

/** Those that staff have not deleted. */
export const publicationsAfter = async (
  readModels: ReadModels,
  workspace: string,
  walk: Walk,
): Promise<readonly PublicationRow[]> => {
  const conditions = [
    { field: 'workspace', eq: workspace },
    { field: 'deleted', eq: false },
  ] as const;
  return (await pageOf(readModels, publications, conditions, walk)).map((row) => rowAs<PublicationRow>(row));
};

/** Whether the rows that a harvest goes by are all there: of those that are being filled, it would miss some. */
export const isReadyToHarvest = async (readModels: ReadModels): Promise<boolean> => {
  const checkpoints = await Promise.all(
    [ingestionsProjection, catalogue].map((projection) => readModels.checkpoint(projectionKey(projection))),
  );
  return checkpoints.every((checkpoint) => checkpoint?.phase === 'live');
};
