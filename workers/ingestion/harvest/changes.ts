/** Asks Crossref which publications have changed before they are due again: welcome, not needed. */
import type { IngestionDeps } from '../deps.ts';
import { withPatience } from '../patience.ts';
import { ProviderUnavailable } from '../ports.ts';
import { watchForOutage } from './outage.ts';

/** Given when each was last described, epoch ms, those that have changed since; none while Crossref cannot say. */
export type AskForChanges = (described: ReadonlyMap<string, number>) => Promise<ReadonlySet<string>>;

/**
 * Of one run, which does not rest on account of this question: after an outage it is not asked any more, and all keep their
 * schedule. So a run comes to its end where the question is refused for ever.
 */
export const openChanges = (
  { providers, patience, log }: Pick<IngestionDeps, 'providers' | 'patience' | 'log'>,
  signal: AbortSignal,
): AskForChanges => {
  const outage = watchForOutage();
  return async (described) => {
    if (described.size === 0 || outage.found() !== null) return new Set();
    try {
      const changed = await withPatience(signal, patience, (asking) => providers.changedSince(described, asking));
      outage.answered();
      return changed;
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      outage.failed(error);
      log.warn({ provider: error.provider, code: error.code }, 'what has changed is not known at the moment');
      return new Set();
    }
  };
};
