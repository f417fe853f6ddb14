/** Claims and runs one job; a stopping worker leaves it to the next. */
import type { WorkerOptions } from '../leading.ts';
import { claim, leaveInOrder, type Claimable } from './claim.ts';
import type { IngestionDeps } from './deps.ts';
import type { FetchedLists } from './lists.ts';
import { runJob } from './run-job.ts';

type WorkOptions = Pick<WorkerOptions, 'name' | 'signal' | 'waits'> & {
  /** Lists that a harvest check has just fetched for this job. */
  readonly fetched?: FetchedLists;
};

/** False if another worker has it, or it is no longer waiting. Throws `Unavailable`. */
export const workOn = async (deps: IngestionDeps, job: Claimable, { name, signal, fetched, waits }: WorkOptions) => {
  const claimed = await claim(deps, job, name, waits);
  if (claimed === null) return false;
  try {
    await runJob(deps, claimed, name, signal, fetched);
  } finally {
    if (signal.aborted) await leaveInOrder(deps, job, name);
    await claimed.lease.release();
  }
  return true;
};
