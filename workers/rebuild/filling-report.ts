/** How far a filling has come, said now and then in the state store, for those who watch from another process. */
import type { Log, StateStore } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Position } from '../../domain/event.ts';
import type { Filled } from '../projector/index.ts';

export type FillingReport = {
  readonly position: Position;
  /** Since the filling began or went on. */
  readonly events: number;
  readonly ms: number;
};

const EVERY_MS = 500;
/** A report that is no longer renewed tells of a filling that has stopped. */
const LASTS_MS = 30_000;

const keyOf = (key: string): string => `filling-report/${key}`;

/** Hands on at most one report a projection each half second, and never waits for the store. */
export const reporting = (state: Pick<StateStore, 'put'>, log: Log): ((filled: Filled) => void) => {
  const began = performance.now();
  const said = new Map<string, number>();
  return ({ projection, position, events }) => {
    const now = performance.now();
    if (now - (said.get(projection) ?? -Infinity) < EVERY_MS) return;
    said.set(projection, now);
    const report: FillingReport = { position, events, ms: Math.round(now - began) };
    state.put(keyOf(projection), report, { ttlMs: LASTS_MS }).catch((error: unknown) => {
      const level = error instanceof Unavailable ? 'debug' : 'warn';
      log[level]({ projection, err: error }, 'how far a filling has come could not be reported');
    });
  };
};

/** Null if no process is filling it. */
export const fillingReport = async (state: Pick<StateStore, 'get'>, key: string): Promise<FillingReport | null> => {
  const record = await state.get(keyOf(key));
  return record === null ? null : (record.value as JsonObject as unknown as FillingReport);
};
