/** Distinguishes single failures of a provider from an outage, during which no requests are sent. */
import type { ProviderUnavailable } from '../ports.ts';

/** Consecutive failures, each of which includes several retries. */
const MAX_FAILURES = 5;
/** The pause during an outage; no `Retry-After` is longer. */
export const REST_MS = 15 * 60_000;

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
