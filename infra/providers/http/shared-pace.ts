/** How fast a provider is asked by all processes and threads together: each start takes the next place in one record. */
import { setTimeout as pause } from 'node:timers/promises';
import type { StateStore } from '../../../commands/ports.ts';

/** Waits for the next place. Throws `Unavailable` when it cannot be asked for: then nothing is asked, either. */
export type Turn = (signal: AbortSignal) => Promise<void>;

const SECOND_MS = 1_000;
/** A place that is no longer taken is forgotten: after a minute, or so many places where that is longer. */
const FORGOTTEN_MS = 60_000;
const FORGOTTEN_PLACES = 60;
/** Of many who ask at the same time, one wins each round. */
const LONGEST_AGAIN_MS = 20;
/** Later than this after its time a place is let go, or those that a slow store gave late would all start at once. */
const LATE_MS = 250;

/** `rate`: starts a second, of `name` by everybody; 0 = unlimited. Times are the state store's. */
export const openSharedPace = (state: Pick<StateStore, 'get' | 'put' | 'now'>, name: string, rate: number): Turn => {
  if (rate === 0) return () => Promise.resolve();
  const every = SECOND_MS / rate;
  const forgottenMs = Math.max(FORGOTTEN_MS, FORGOTTEN_PLACES * every);
  const key = `provider-pace/${name}`;

  /** When the place that was taken begins; null if another took it. */
  const take = async (): Promise<{ readonly at: number; readonly now: number } | null> => {
    const [record, now] = await Promise.all([state.get(key), state.now()]);
    const next = (record?.value as { readonly next: number } | undefined)?.next ?? 0;
    // A time further ahead than any wait was said by a clock that was wrong.
    const at = next > now + forgottenMs ? now : Math.max(now, next);
    const ifVersion = record?.version ?? 'absent';
    const taken = await state.put(key, { next: at + every }, { ifVersion, ttlMs: forgottenMs });
    return taken === null ? null : { at, now };
  };

  // Of this thread one at a time.
  let line: Promise<unknown> = Promise.resolve();
  const turn = async (signal: AbortSignal): Promise<void> => {
    for (;;) {
      signal.throwIfAborted();
      const asked = performance.now();
      const place = await take();
      const wait =
        place === null ? Math.random() * LONGEST_AGAIN_MS : place.at - place.now - (performance.now() - asked);
      if (wait > 0) await pause(wait, undefined, { signal });
      if (place !== null && wait > -Math.max(LATE_MS, every)) return;
    }
  };
  return (signal) => {
    const mine = line.then(() => turn(signal));
    line = mine.catch(() => undefined);
    return mine;
  };
};
