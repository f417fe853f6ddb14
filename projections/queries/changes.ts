/** Which records of a workspace have changed, without what has changed in them. */
import type { Position } from '../../domain/event.ts';
import { FOLLOWING } from '../../domain/limits.ts';
import { having, type ReadModels } from '../ports.ts';
import { subjectIn } from '../timeline/describe/index.ts';
import { timeline } from '../timeline/index.ts';

/**
 * The records that events after `after`, up to and including `upTo`, are about, each once. Reads only the newest `FOLLOWING.records`
 * events; `hasMore` says that there are older ones.
 */
export const changedBetween = async (
  readModels: Pick<ReadModels, 'find'>,
  workspace: string,
  { after, upTo }: { readonly after: Position; readonly upTo: Position },
) => {
  if (upTo <= after) return { records: [], hasMore: false };
  const found = await readModels.find(timeline, {
    where: { all: [...having({ workspace }), { field: 'place', gt: after, lte: upTo }] },
    sort: { field: 'place', dir: 'desc' },
    limit: FOLLOWING.records + 1,
  });
  const subjects = found.slice(0, FOLLOWING.records).map((row) => subjectIn(row.stream, workspace));
  const records = [...new Map(subjects.map((subject) => [JSON.stringify(subject), subject])).values()];
  return { records, hasMore: found.length > FOLLOWING.records };
};
export type Changed = Awaited<ReturnType<typeof changedBetween>>;
