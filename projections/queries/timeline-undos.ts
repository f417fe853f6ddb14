/** Which events were undone, by whom and when. */
import { having, type ReadModels } from '../ports.ts';
import { timeline, type TimelineRow } from '../timeline/index.ts';

/** An undo may append several events. */
const MAX_FOUND = 1_000;

/** Of undos of undos, and so on; beyond it, an undo is taken to stand. */
const MAX_DEPTH = 10;

/** By the id of the event: the latest undo, by a user, which itself was not undone. */
export const standingUndos = async (
  readModels: ReadModels,
  workspace: string,
  ids: readonly string[],
  depth = MAX_DEPTH,
): Promise<ReadonlyMap<string, TimelineRow>> => {
  if (ids.length === 0 || depth === 0) return new Map();
  const all = [...having({ workspace, actorType: 'user' }), { field: 'causationId', in: ids }];
  const sort = { field: 'place', dir: 'asc' } as const;
  const found = await readModels.find(timeline, { where: { all }, sort, limit: MAX_FOUND });
  const latest = new Map(found.map((row) => [row.causationId ?? '', row]));
  const undone = await standingUndos(
    readModels,
    workspace,
    [...latest.values()].map(({ id }) => id),
    depth - 1,
  );
  return new Map([...latest].filter(([, { id }]) => !undone.has(id)));
};
