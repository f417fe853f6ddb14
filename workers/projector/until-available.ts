/** Waits for unavailable stores. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

export type Waiting = {
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Called when a store is unavailable, before each further attempt, until there is progress. Default: logs it. */
  readonly onWait?: (error: Unavailable) => void;
};

/** Logs one line per failed attempt. */
export const loggedWait =
  (log: Log) =>
  ({ what, message }: Unavailable): void =>
    log.warn({ what, reason: message }, 'the projector waits for a store');

/** Retries until `attempt` succeeds or the signal aborts. `attempt` reports progress, which makes the pauses short again. */
export const untilAvailable = async (
  { log, signal, onWait = loggedWait(log) }: Waiting,
  attempt: (progressed: () => void) => Promise<void>,
): Promise<void> => {
  let failures = 0;
  while (!signal.aborted) {
    try {
      return await attempt(() => (failures = 0));
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Unavailable)) throw error;
      const ceiling = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
      failures += 1;
      onWait(error);
      await pause(ceiling * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
    }
  }
};
