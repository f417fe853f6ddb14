/** Restarts a role that dies, without affecting the rest of the process. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../../commands/ports.ts';

export type KeepOptions = {
  readonly role: string;
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly died?: (reason: string) => void;
  /** Milliseconds, doubled with each death up to a minute; default: 1 s. */
  readonly firstPauseMs?: number;
};

/** Runs until the signal is aborted or the role fails. Calls `running` once the role has everything that depends on its settings. */
export type RunRole = (running: () => void) => Promise<void>;

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A death after this long counts as a new problem and resets the backoff. */
const LONG_LIFE_MS = 5 * 60_000;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'an unknown reason');

/** Resolves after the signal. Rejects if the role fails before its first `running`: its settings are wrong. */
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
