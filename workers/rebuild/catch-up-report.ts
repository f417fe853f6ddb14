/** Reports the progress of a catch-up in the state store, for those who watch from another process. */
import type { Log, StateStore } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';
import type { CaughtUp } from '../projector/index.ts';
import type { Replay } from './replay.ts';

/** `events`, `ms`: since the catch-up started or resumed. */
export type CatchUpReport = Omit<Replay, 'projection'>;

const INTERVAL_MS = 500;
/** A report that is not renewed within this time is from a catch-up that has stopped. */
const REPORT_TTL_MS = 30_000;

const keyOf = (key: string): string => `filling-report/${key}`;

/** Writes at most one report per projection every half second, and never waits for the store. */
export const reporting = (state: Pick<StateStore, 'put'>, log: Log): ((caughtUp: CaughtUp) => void) => {
  const began = performance.now();
  const reportedAt = new Map<string, number>();
  return ({ projection, position, events }) => {
    const now = performance.now();
    if (now - (reportedAt.get(projection) ?? -Infinity) < INTERVAL_MS) return;
    reportedAt.set(projection, now);
    const report: CatchUpReport = { position, events, ms: Math.round(now - began) };
    state.put(keyOf(projection), report, { ttlMs: REPORT_TTL_MS }).catch((error: unknown) => {
      const level = error instanceof Unavailable ? 'debug' : 'warn';
      log[level]({ projection, err: error }, 'the progress of a catch-up could not be reported');
    });
  };
};

/** Null if no process is catching it up. */
export const catchUpReport = async (state: Pick<StateStore, 'get'>, key: string): Promise<CatchUpReport | null> =>
  ((await state.get(keyOf(key)))?.value ?? null) as CatchUpReport | null;
