/** What a job has done so far, and what of it has not been reported yet. */
import type { Confirmed, Counts, FailedWork, JobError } from '../../domain/ingestion/events.ts';
import { Refused } from '../../domain/errors.ts';
import { PROVIDER } from '../../domain/limits.ts';
import { ProviderUnavailable } from './ports.ts';
import type { Recorded } from './record.ts';

export const jobError = (error: unknown): JobError => {
  if (error instanceof ProviderUnavailable || error instanceof Refused)
    return { code: error.code, message: error.message.slice(0, PROVIDER.reasonCharacters) };
  return { code: 'internal', message: 'an internal error; the log has it' };
};

export const openTally = (base: Counts) => {
  const counts = { ...base, failed: 0 };
  const failed: { readonly work: FailedWork; readonly passing: boolean }[] = [];
  let confirmed: Confirmed[] = [];
  let wait = 0;
  return {
    found: (works: number): void => {
      counts.found = works;
    },
    recorded: (doi: string | null, { outcome, at, isAsked }: Recorded): void => {
      counts[outcome] += 1;
      if (outcome === 'unchanged' && isAsked && doi !== null) confirmed.push({ doi, at });
    },
    failed: (work: string, error: unknown): void => {
      counts.failed += 1;
      const passing = error instanceof ProviderUnavailable && error.isPassing;
      if (passing) wait = Math.max(wait, error.retryAfterMs ?? 0);
      failed.push({ work: { work, error: jobError(error) }, passing });
    },
    counts: (): Counts => ({ ...counts }),
    /** Confirmations not reported yet; they count as reported from now on. */
    takeConfirmed: (): readonly Confirmed[] => {
      const taken = confirmed;
      confirmed = [];
      return taken;
    },
    unreported: () => confirmed.length,
    /** So many as an event may name; `counts` has them all. */
    failedWorks: () => failed.slice(0, PROVIDER.failedWorks).map(({ work }) => work),
    /** All that failed, however many. */
    failing: () => failed.map(({ work: { work } }) => work),
    /** How many of them may succeed later. */
    passing: () => failed.filter(({ passing }) => passing).length,
    /** The longest that a provider asked us to wait. */
    retryAfterMs: () => wait,
  };
};
export type Tally = ReturnType<typeof openTally>;

const EVERY_MS = 5_000;
/** Also a bound on the size of an event: each lists up to so many confirmations. */
const EVERY = 500;

/** To be called after each work; reports now and then. */
export const progressReporter = (tally: Tally, report: () => Promise<void>): (() => Promise<void>) => {
  let last = performance.now();
  let done = 0;
  return async () => {
    done += 1;
    if (performance.now() - last < EVERY_MS && tally.unreported() < EVERY && done % EVERY !== 0) return;
    last = performance.now();
    await report();
  };
};
