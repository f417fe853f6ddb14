/** Tells what work waits for: a store that is unavailable, or an upgrade. */
import { LaterRelease, type Unavailable } from '../domain/errors.ts';
import type { Log } from './ports.ts';

/** Called while a piece of work waits for an unavailable store, repeatedly; with null once it no longer waits. */
export type Waits = (work: string, error: Unavailable | null) => void;

/** A random pause before work tries an unavailable store again, in milliseconds: it must resume soon after the store is back. */
export const pauseWhileAway = (): number => 1_000 * (0.5 + Math.random() / 2);

/** Logs one line when a piece of work begins to wait, waits for something else, or no longer waits. */
export const loggedWaits = (log: Log): Waits => {
  const told = new Map<string, string>();
  return (work, error) => {
    if (told.get(work) === error?.message) return;
    if (error === null) {
      told.delete(work);
      log.info({}, `${work} no longer waits`);
    } else {
      told.set(work, error.message);
      if (error instanceof LaterRelease) log.error({}, `${work} has stopped: ${error.reason}`);
      else log.warn({ what: error.what, reason: error.message }, `${work} waits for a store`);
    }
  };
};
