/** Runs matching in one process at a time; retries after a store was unavailable. */
import pRetry from 'p-retry';
import { Unavailable } from '../../domain/errors.ts';
import { whileLeading, type WorkerOptions } from '../leading.ts';
import { runMatching } from './run.ts';
import type { MatchingDeps } from './step.ts';

export { matchedUpTo, matchingLag } from './checkpoint.ts';
export { runMatching } from './run.ts';

const LEASE_MS = 15_000;
const RETRY_MS = 2_000;
/** How matching is named by `Waits`. */
const MATCHING = 'matching';

/** Resolves when the signal is aborted. */
export const runMatchingRole = (deps: MatchingDeps, { name, signal, leaseMs = LEASE_MS, waits }: WorkerOptions) => {
  const stopped = (error: Unavailable): void => waits(MATCHING, error);
  return whileLeading(
    deps.state,
    'matching',
    name,
    { ttlMs: leaseMs, log: deps.log, waits, signal },
    async (leading) => {
      await pRetry(() => runMatching(deps, leading, () => waits(MATCHING, null), stopped), {
        ...{ retries: Infinity, factor: 1, minTimeout: RETRY_MS, signal: leading },
        onFailedAttempt: ({ error }) => {
          if (!(error instanceof Unavailable)) throw error;
          waits(MATCHING, error);
        },
      }).catch((error: unknown) => {
        if (error !== leading.reason) throw error;
      });
      waits(MATCHING, null);
    },
  );
};
