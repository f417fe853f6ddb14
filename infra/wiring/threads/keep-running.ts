/** Keeps a role running: one that dies is started again, and nothing else of the process ends with it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../../commands/ports.ts';

export type KeepOptions = {
  readonly role: string;
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Each time that it has died. */
  readonly died?: (reason: string) => void;
  /** Milliseconds; default: 1 s, doubled with each death, up to a minute. */
  readonly firstPauseMs?: number;
};

/** Runs until the signal is aborted, or until it fails. `running` is to be called once it has all that its settings must give it. */
export type RunRole = (running: () => void) => Promise<void>;

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** One that has lived so long dies of something new. */
const LONG_LIFE_MS = 5 * 60_000;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'an unknown reason');

/**
 * Resolves when the signal has ended it. Rejects if it fails before it has ever run: then its settings are wrong, which no
 * other start mends.
 */
export const keepRunning = async (
  run: RunRole,
  { role, signal, log, died, firstPauseMs = FIRST_PAUSE_MS }: KeepOptions,
): Promise<void> => {
  let hasRun = false;
  let deaths = 0;
  for (;;) {
    const began = performance.now();
    try {
      await run(() => (hasRun = true));
      if (signal.aborted) return;
      throw new Error(`the ${role} ended by itself`);
    } catch (error) {
      if (signal.aborted || !hasRun) throw error;
      deaths = performance.now() - began > LONG_LIFE_MS ? 1 : deaths + 1;
      const ceiling = Math.min(firstPauseMs * 2 ** (deaths - 1), LONGEST_PAUSE_MS);
      const againInMs = Math.round(ceiling * (0.5 + Math.random() / 2));
      died?.(reasonOf(error));
      log.error({ err: error, deaths, againInMs }, `the ${role} died and is started again`);
      await pause(againInMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
    }
  }
};
