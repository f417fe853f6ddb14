/** Work in rounds: looking for what there is to do, again and again. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../commands/ports.ts';
import { Unavailable } from '../domain/errors.ts';

export type Rounds = {
  /** Of the log. */
  readonly what: string;
  readonly everyMs: number;
  /** The pause after a round that has failed. Default: as after any other. */
  readonly restMs?: number;
  readonly log: Log;
  readonly signal: AbortSignal;
};

/** One round after another, until the signal ends them. One that fails is logged; what it left is there for the next. */
export const inRounds = async (
  round: () => Promise<void>,
  { what, everyMs, restMs = everyMs, log, signal }: Rounds,
): Promise<void> => {
  while (!signal.aborted) {
    let wait = everyMs;
    try {
      await round();
    } catch (error) {
      if (signal.aborted) return;
      wait = restMs;
      if (error instanceof Unavailable) log.warn({ what: error.what, err: error }, `${what} waits for a store`);
      else log.error({ err: error }, `a round of ${what} failed`);
    }
    await pause(wait, undefined, { signal }).catch(() => undefined);
  }
};
