/** Counts what a harvest run finds, and distinguishes single failures of a provider from an outage, during which no requests are sent. */
import { Refused } from '../../../domain/errors.ts';
import { type IngestionDeps, ProviderUnavailable } from '../ports.ts';

/** Consecutive failures, each of which includes several retries. */
const MAX_FAILURES = 5;
/** The pause during an outage; no `Retry-After` is longer. */
export const REST_MS = 15 * 60_000;

/** Distinguishes single failures of a provider from an outage. */
export const watchForOutage = () => {
  let last: ProviderUnavailable | null = null;
  let failures = 0;
  return {
    failed: (error: ProviderUnavailable): void => {
      // An unusable record says nothing about the others.
      if (!error.isPassing) return;
      failures = last?.provider === error.provider ? failures + 1 : 1;
      last = error;
    },
    answered: (): void => {
      if (failures < MAX_FAILURES) failures = 0;
    },
    /** The provider that is down; null if none is. */
    found: () => (last === null || failures < MAX_FAILURES ? null : last.provider),
  };
};

export const openFindings = ({ log }: Pick<IngestionDeps, 'log'>, workspace: string, signal: AbortSignal) => {
  const outage = watchForOutage();
  const queued: string[] = [];
  const unchanged = { people: 0, publications: 0 };
  let changed = 0;
  let failed = 0;
  return {
    unchanged: (kind: 'people' | 'publications'): void => {
      unchanged[kind] += 1;
    },
    changed: (): void => {
      changed += 1;
    },
    queued: (orcids: readonly string[]) => void queued.push(...orcids),
    failed: (what: Readonly<Record<string, string>>, error: unknown): void => {
      if (signal.aborted) return;
      failed += 1;
      if (error instanceof ProviderUnavailable) outage.failed(error);
      const level = error instanceof ProviderUnavailable || error instanceof Refused ? 'warn' : 'error';
      log[level]({ workspace, ...what, err: error }, 'a harvest could not check a record');
    },
    answered: outage.answered,
    outage: outage.found,
    /** Whether the run was stopped or a provider is down. */
    isOver: () => signal.aborted || outage.found() !== null,
    /** iDs with a queued job, and the numbers of unchanged people and publications, of changed publications, and of failures. */
    sum: () => ({ queued: queued as readonly string[], unchanged, changed, failed }),
  };
};
export type Findings = ReturnType<typeof openFindings>;
