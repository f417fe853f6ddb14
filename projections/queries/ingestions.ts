/** Ingestion jobs: those that wait for a worker, those that one may have left, and people whose harvest is due. */
import type { ReadModels } from '../ports.ts';
import { ingestions, type IngestionRow } from '../ingestions.ts';
import { rowAs } from './page.ts';

const rows = async (found: ReturnType<ReadModels['find']>): Promise<readonly IngestionRow[]> =>
  (await found).map((row) => rowAs<IngestionRow>(row));

/** Queued jobs whose time has come, the one that has waited longest first. `now` in epoch ms. */
export const claimableJobs = (
  readModels: ReadModels,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<readonly IngestionRow[]> =>
  rows(
    readModels.find(ingestions, {
      where: {
        all: [
          { field: 'status', eq: 'queued' },
          { field: 'notBefore', lte: now },
        ],
      },
      sort: { field: 'notBefore', dir: 'asc' },
      limit,
    }),
  );

/** Jobs under way that have not moved since `before` (epoch ms): perhaps their worker is gone. */
export const quietJobs = (
  readModels: ReadModels,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<readonly IngestionRow[]> =>
  rows(
    readModels.find(ingestions, {
      where: {
        all: [
          { field: 'status', eq: 'processing' },
          { field: 'lastTransitionAt', lte: before },
        ],
      },
      sort: { field: 'lastTransitionAt', dir: 'asc' },
      limit,
    }),
  );

/** iDs of which nothing is queued or under way and whose last success is older than `before` (epoch ms). */
export const dueForHarvest = async (
  readModels: ReadModels,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<readonly IngestionRow[]> => {
  const due = (status: 'succeeded' | 'failed'): Promise<readonly IngestionRow[]> =>
    rows(
      readModels.find(ingestions, {
        where: {
          all: [
            { field: 'status', eq: status },
            { field: 'lastTransitionAt', lte: before },
          ],
        },
        sort: { field: 'lastTransitionAt', dir: 'asc' },
        limit,
      }),
    );
  return [...(await due('succeeded')), ...(await due('failed'))].slice(0, limit);
};

/** How many latest jobs there are in each status. */
export const jobsByStatus = async (readModels: ReadModels): Promise<Readonly<Record<string, number>>> => {
  const jobs: Record<string, number> = {};
  for (const [status, count] of await readModels.groupCounts(ingestions, { all: [] }, 'status'))
    jobs[String(status)] = count;
  return jobs;
};
