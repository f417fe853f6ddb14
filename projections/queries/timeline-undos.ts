/** Which events were undone as a whole, by whom and when. */
import { having, type ReadModels } from '../ports.ts';
import { timeline, type TimelineRow } from '../timeline/index.ts';

/** More undos of one event, each undone again, than anyone makes. */
const MAX_FOUND = 1_000;

/** Of undos of undos, and so on; beyond it, an undo is taken to stand. */
const MAX_DEPTH = 10;

/** By the id of the event: the latest event that undid it and was not undone itself. */
export const standingUndos = async (
  readModels: ReadModels,
  workspace: string,
  ids: readonly string[],
  depth = MAX_DEPTH,
): Promise<ReadonlyMap<string, TimelineRow>> => {
  if (ids.length === 0 || depth === 0) return new Map();
  const all = [...having({ workspace }), { field: 'undoes', containsAny: ids }];
  const sort = { field: 'place', dir: 'asc' } as const;
  const found = await readModels.find(timeline, { where: { all }, sort, limit: MAX_FOUND });
  const undone = await standingUndos(
    readModels,
    workspace,
    found.map(({ id }) => id),
    depth - 1,
  );
  const standing = found.filter(({ id }) => !undone.has(id));
  return new Map(standing.flatMap((row) => (row.undoes ?? []).map((id): [string, TimelineRow] => [id, row])));
};
