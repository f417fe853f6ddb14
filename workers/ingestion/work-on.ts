/** Claims and runs one job; a stopping worker leaves it to the next. */
import type { Waits } from '../../commands/waits.ts';
import { claim, leaveInOrder, type Claimable } from './claim.ts';
import type { IngestionDeps } from './deps.ts';
import type { FetchedLists } from './lists.ts';
import { runJob } from './run-job.ts';

export type WorkOptions = {
  /** Unique among all workers. */
  readonly worker: string;
  readonly signal: AbortSignal;
  /** Lists that a harvest check has just fetched for this job. */
  readonly fetched?: FetchedLists;
  readonly waits: Waits;
};

/** False if another worker has it, or it is no longer waiting. Throws `Unavailable`. */
export const workOn = async (
  deps: IngestionDeps,
  job: Claimable,
  { worker, signal, fetched, waits }: WorkOptions,
): Promise<boolean> => {
  const claimed = await claim(deps, job, worker, waits);
  if (claimed === null) return false;
  try {
    await runJob(deps, claimed, worker, signal, fetched);
  } finally {
    if (signal.aborted) await leaveInOrder(deps, job, worker);
    await claimed.lease.release();
  }
  return true;
};
