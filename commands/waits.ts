/** Tells what work waits for while a store is unavailable. */
import type { Unavailable } from '../domain/errors.ts';
import type { Log } from './ports.ts';

/** Called by a piece of work whenever a store is unavailable, and with null when it waits no more. May be called with the same again. */
export type Waits = (work: string, error: Unavailable | null) => void;

/** Logs one line when a piece of work begins to wait, waits for something else, or waits no more. */
export const loggedWaits = (log: Log): Waits => {
  const told = new Map<string, string>();
  return (work, error) => {
    if (told.get(work) === error?.message) return;
    if (error === null) {
      told.delete(work);
      log.info({}, `${work} waits no more`);
    } else {
      told.set(work, error.message);
      log.warn({ what: error.what, reason: error.message }, `${work} waits for a store`);
    }
  };
};
