/** Asks Crossref which publications changed before they are due; optional. */
import type { IngestionDeps } from '../deps.ts';
import { withTimeBudget } from '../time-budget.ts';
import { ProviderUnavailable } from '../ports.ts';
import { watchForOutage } from './outage.ts';

/** Given when each DOI was last described, epoch ms, returns those changed since; none while Crossref is unavailable. */
export type FindChanges = (described: ReadonlyMap<string, number>) => Promise<ReadonlySet<string>>;

/** For one run, which an outage of this query does not pause: it is no longer sent, and all DOIs keep their schedule. */
export const openChanges = (
  { providers, timeBudget, log }: Pick<IngestionDeps, 'providers' | 'timeBudget' | 'log'>,
  signal: AbortSignal,
): FindChanges => {
  const outage = watchForOutage();
  return async (described) => {
    if (described.size === 0 || outage.found() !== null) return new Set();
    try {
      const changed = await withTimeBudget(signal, timeBudget, (requestSignal) =>
        providers.changedSince(described, requestSignal),
      );
      outage.answered();
      return changed;
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      outage.failed(error);
      log.warn({ provider: error.provider, code: error.code }, 'changes since the last harvest are unknown');
      return new Set();
    }
  };
};
