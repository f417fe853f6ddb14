/** Waits for unavailable stores. */
import pRetry, { type RetryContext } from 'p-retry';
import { backoff } from '../../commands/backoff.ts';
import type { Log } from '../../commands/ports.ts';
import { LaterRelease, Unavailable } from '../../domain/errors.ts';

const PAUSES = backoff(100, 10_000);

export type Waiting = {
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Called when a store is unavailable, before each further attempt, until there is progress. Default: logs it. */
  readonly onWait?: (error: Unavailable) => void;
};

/** Logs one line per failed attempt. */
export const loggedWait =
  (log: Log) =>
  (error: Unavailable): void =>
    error instanceof LaterRelease
      ? log.error({}, `the projector has stopped: ${error.reason}`)
      : log.warn({ what: error.what, reason: error.message }, 'the projector waits for a store');

/** Retries until `attempt` succeeds or the signal aborts; throws `LaterRelease`, and what is no `Unavailable`. `attempt` reports progress, which makes the pauses short again. */
export const untilAvailable = async (
  { log, signal, onWait = loggedWait(log) }: Waiting,
  attempt: (progressed: () => void) => Promise<void>,
): Promise<void> => {
  const isAway = ({ error }: RetryContext): boolean => error instanceof Unavailable && !(error instanceof LaterRelease);
  const untilProgress = (): Promise<void> => {
    let hasProgressed = false;
    return pRetry(() => attempt(() => (hasProgressed = true)), {
      ...{ ...PAUSES, signal, shouldRetry: (failed) => !hasProgressed && isAway(failed) },
      onFailedAttempt: ({ error }) => {
        if (error instanceof Unavailable && !signal.aborted) onWait(error);
      },
    });
  };
  // After progress a new series begins, with the first pause.
  await pRetry(untilProgress, { ...PAUSES, factor: 1, signal, shouldRetry: isAway }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
};
