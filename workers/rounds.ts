/** Polling: runs a function in rounds. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../commands/ports.ts';
import { pauseWhileAway, type Waits } from '../commands/waits.ts';
import { Unavailable } from '../domain/errors.ts';

export type Rounds = {
  /** The name of the work in log messages. */
  readonly what: string;
  readonly everyMs: number;
  /** The pause after a round that failed other than on an unavailable store. Default: `everyMs`. */
  readonly restMs?: number;
  readonly log: Log;
  readonly waits: Waits;
  readonly signal: AbortSignal;
};

/** Repeats rounds until the signal is aborted. Logs failures; the next round retries. */
export const inRounds = async (
  round: () => Promise<void>,
  { what, everyMs, restMs = everyMs, log, waits, signal }: Rounds,
): Promise<void> => {
  while (!signal.aborted) {
    let wait = everyMs;
    try {
      await round();
      waits(what, null);
    } catch (error) {
      if (signal.aborted) break;
      if (error instanceof Unavailable) {
        wait = Math.min(everyMs, pauseWhileAway());
        waits(what, error);
      } else {
        wait = restMs;
        log.error({ err: error }, `a round of ${what} failed`);
      }
    }
    await pause(wait, undefined, { signal }).catch(() => undefined);
  }
  waits(what, null);
};
