/** Tells one failure of a provider from an outage, in which it is left alone. */
import type { ProviderUnavailable } from '../ports.ts';

/** Failures in a row, each of which has been tried several times already. */
const MOST_FAILURES = 5;
/** How long a provider that is down is left alone. */
const REST_MS = 15 * 60_000;

export const watchForOutage = () => {
  let last: ProviderUnavailable | null = null;
  let failures = 0;
  return {
    failed: (error: ProviderUnavailable): void => {
      // What one record has that cannot be used says nothing of the others.
      if (!error.isPassing) return;
      failures = last?.provider === error.provider ? failures + 1 : 1;
      last = error;
    },
    /** What was asked has been answered. */
    answered: (): void => {
      if (failures < MOST_FAILURES) failures = 0;
    },
    /** Which provider is down, and for how long it wants to be left alone at least; null while none is. */
    found: () =>
      last === null || failures < MOST_FAILURES
        ? null
        : { provider: last.provider, restMs: Math.max(REST_MS, last.retryAfterMs ?? 0) },
  };
};
