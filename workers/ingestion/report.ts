/** Counts the results of a job, and tracks which of them are not reported yet. */
import type { Counts, FailedWork, JobError } from '../../domain/ingestion/events.ts';
import { Refused } from '../../domain/errors.ts';
import { PROVIDER } from '../../domain/limits.ts';
import type { Provider } from '../../domain/publication/events.ts';
import { ProviderUnavailable } from './ports.ts';
import { NOT_A_PUBLICATION, type Recorded } from './record.ts';

export const jobError = (error: unknown): JobError => {
  if (error instanceof ProviderUnavailable || error instanceof Refused)
    return { code: error.code, message: error.message.slice(0, PROVIDER.reasonCharacters) };
  return { code: 'internal', message: 'an internal error; see the log' };
};

/** `base`: the counts of earlier attempts, as last reported. */
export const openTally = (base: Counts) => {
  const counts = { ...base, failed: 0 };
  const failed: { readonly work: FailedWork; readonly passing: Provider | null; readonly isLeftOut: boolean }[] = [];
  let wait = 0;
  return {
    found: (works: number): void => {
      counts.found = works;
    },
    recorded: ({ outcome }: Recorded): void => {
      counts[outcome] += 1;
    },
    failed: (work: string, error: unknown): void => {
      counts.failed += 1;
      const passing = error instanceof ProviderUnavailable && error.isPassing ? error : null;
      wait = Math.max(wait, passing?.retryAfterMs ?? 0);
      const isLeftOut = error instanceof Refused && error.code === NOT_A_PUBLICATION;
      failed.push({ work: { work, error: jobError(error) }, passing: passing?.provider ?? null, isLeftOut });
    },
    counts: (): Counts => {
      const { found, created, refreshed, failed: failures, unchanged } = counts;
      // A later attempt finds unchanged what an earlier one created or refreshed, but each work counts once.
      return { ...counts, unchanged: Math.max(0, Math.min(unchanged, found - created - refreshed - failures)) };
    },
    /** As many as an event may name; `counts` covers all. */
    failedWorks: () => failed.slice(0, PROVIDER.failedWorks).map(({ work }) => work),
    /** All failed works. */
    failing: () => failed.map(({ work: { work } }) => work),
    /** Whether every publication and work of the list is recorded: what is neither is only counted. */
    isComplete: () => failed.every(({ isLeftOut }) => isLeftOut),
    /** The provider that failed, of each work that a retry may fix. */
    passing: () => failed.flatMap(({ passing }) => passing ?? []),
    retryAfterMs: () => wait,
  };
};
export type Tally = ReturnType<typeof openTally>;

const INTERVAL_MS = 5_000;
const MAX_UNREPORTED = 500;

/** Returns a function to call after each work, which reports periodically. */
export const progressReporter = (report: () => Promise<void>): (() => Promise<void>) => {
  let last = performance.now();
  let done = 0;
  return async () => {
    done += 1;
    if (performance.now() - last < INTERVAL_MS && done % MAX_UNREPORTED !== 0) return;
    last = performance.now();
    await report();
  };
};
