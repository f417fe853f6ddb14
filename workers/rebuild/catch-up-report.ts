/** How far a catch-up has come, said now and then in the state store, for those who watch from another process. */
import type { Log, StateStore } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Position } from '../../domain/event.ts';
import type { CaughtUp } from '../projector/index.ts';

export type CatchUpReport = {
  readonly position: Position;
  /** Since the catch-up began or went on. */
  readonly events: number;
  readonly ms: number;
};

const EVERY_MS = 500;
/** A report that is no longer renewed is of a catch-up that has stopped. */
const LASTS_MS = 30_000;

const keyOf = (key: string): string => `filling-report/${key}`;

/** Hands on at most one report a projection each half second, and never waits for the store. */
export const reporting = (state: Pick<StateStore, 'put'>, log: Log): ((caughtUp: CaughtUp) => void) => {
  const began = performance.now();
  const said = new Map<string, number>();
  return ({ projection, position, events }) => {
    const now = performance.now();
    if (now - (said.get(projection) ?? -Infinity) < EVERY_MS) return;
    said.set(projection, now);
    const report: CatchUpReport = { position, events, ms: Math.round(now - began) };
    state.put(keyOf(projection), report, { ttlMs: LASTS_MS }).catch((error: unknown) => {
      const level = error instanceof Unavailable ? 'debug' : 'warn';
      log[level]({ projection, err: error }, 'how far a catch-up has come could not be reported');
    });
  };
};

/** Null if no process catches it up. */
export const catchUpReport = async (state: Pick<StateStore, 'get'>, key: string): Promise<CatchUpReport | null> => {
  const record = await state.get(keyOf(key));
  return record === null ? null : (record.value as JsonObject as unknown as CatchUpReport);
};
