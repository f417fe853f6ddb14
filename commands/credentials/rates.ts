/** Rate limits: up to the limit in a window that starts with the first request. */
import { Unavailable } from '../../domain/errors.ts';
import { boundedCache } from '../bounded-cache.ts';
import type { Log, StateStore } from '../ports.ts';
import { countingInTurns } from './counter.ts';

export const WINDOW_MS = 60_000;

export type Rate = {
  readonly isWithin: boolean;
  readonly remaining: number;
  /** Seconds until the window ends, at least 1. */
  readonly secondsLeft: number;
};

/** Counts one request. */
export type RequestCounter = (who: string, limit: number) => Promise<Rate>;

/** Exact across all processes: for requests that write anyway. Throws `Unavailable`. */
export const requestCounter = (state: Pick<StateStore, 'increment' | 'now'>): RequestCounter => {
  // Each still has its own place in the count.
  const count = countingInTurns<{ readonly before: number; readonly left: number }>();
  return async (who, limit) => {
    const { place, counted } = count(who, async (times) => {
      const { value, expiresAt } = await state.increment(`rate/${who}`, times, WINDOW_MS);
      return { before: value - times, left: (expiresAt ?? 0) - (await state.now()) };
    });
    const { before, left } = await counted;
    return {
      isWithin: before + place <= limit,
      remaining: Math.max(0, limit - before - place),
      secondsLeft: Math.min(WINDOW_MS / 1_000, Math.max(1, Math.ceil(left / 1_000))),
    };
  };
};

const SETTLED_EVERY_MS = 1_000;
const WINDOWS_BYTES = 8 * 1024 * 1024;
const WINDOW_BYTES = 24;

/** `known`: the count in the store, with this process's own up to the last settlement. `endsAt`: on this process's clock. */
type Window = { known: number; unsettled: number; endsAt: number };

type Timing = {
  /** Milliseconds, on a clock that only goes forwards. */
  readonly now: () => number;
  readonly after: (ms: number, work: () => void) => void;
};

const TIMING: Timing = {
  now: () => performance.now(),
  after: (ms, work) => void setTimeout(work, ms).unref(),
};

/**
 * Counts in this process, and adds to the count of all processes in the background, once a second: for reads, which must neither wait for
 * a write nor fail with it. Exact within a process. Of what the others have let pass, it does not know the last second, and nothing that
 * could not be written.
 */
export const settlingCounter = (
  { state, log }: { readonly state: Pick<StateStore, 'increment' | 'now'>; readonly log: Log },
  { now, after }: Timing = TIMING,
): RequestCounter => {
  const windows = boundedCache<Window>({ key: 'content', maxBytes: WINDOWS_BYTES, sizeOf: () => WINDOW_BYTES });
  let isScheduled = false;

  const unsettled = (): readonly (readonly [string, Window])[] =>
    [...windows.entries()].filter(([, window]) => window.unsettled > 0 && window.endsAt > now());

  const settle = async (): Promise<void> => {
    const [at, asked] = [await state.now(), now()];
    for (const [who, window] of unsettled()) {
      const times = window.unsettled;
      const { value, expiresAt } = await state.increment(`rate/${who}`, times, WINDOW_MS);
      window.endsAt = asked + (expiresAt ?? 0) - at;
      window.known = value;
      window.unsettled -= times;
    }
  };

  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    after(SETTLED_EVERY_MS, () => {
      void settle()
        .catch((err: unknown) => {
          log[err instanceof Unavailable ? 'debug' : 'warn']({ err }, 'the counts of requests could not be settled');
        })
        .finally(() => {
          isScheduled = false;
          if (unsettled().length > 0) schedule();
        });
    });
  };

  const windowOf = (who: string): Window => {
    const open = windows.get(who);
    if (open !== undefined && open.endsAt > now()) return open;
    const window = { known: 0, unsettled: 0, endsAt: now() + WINDOW_MS };
    windows.set(who, window);
    return window;
  };

  return (who, limit) => {
    const window = windowOf(who);
    window.unsettled += 1;
    schedule();
    const place = window.known + window.unsettled;
    return Promise.resolve({
      isWithin: place <= limit,
      remaining: Math.max(0, limit - place),
      secondsLeft: Math.min(WINDOW_MS / 1_000, Math.max(1, Math.ceil((window.endsAt - now()) / 1_000))),
    });
  };
};
