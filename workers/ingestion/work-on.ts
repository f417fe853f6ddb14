/** One job from its claim to its end, or until the worker stops: then it is left to the next. */
import { claim, leaveInOrder, type Claimable } from './claim.ts';
import type { IngestionDeps } from './deps.ts';
import type { HeardLists } from './lists.ts';
import { runJob } from './run-job.ts';

export type WorkOptions = {
  /** Unique among all workers. */
  readonly worker: string;
  readonly signal: AbortSignal;
  /** What a look has just requested for this job. */
  readonly heard?: HeardLists;
};

/** False if it is another worker's, or no longer waits. Throws `Unavailable`. */
export const workOn = async (
  deps: IngestionDeps,
  job: Claimable,
  { worker, signal, heard }: WorkOptions,
): Promise<boolean> => {
  const claimed = await claim(deps, job, worker);
  if (claimed === null) return false;
  try {
    await runJob(deps, claimed, worker, signal, heard);
  } finally {
    if (signal.aborted) await leaveInOrder(deps, job, worker);
    await claimed.lease.release();
  }
  return true;
};
