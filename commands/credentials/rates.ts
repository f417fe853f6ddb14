/** Rate limits: up to the limit in a window that starts with the first request. */
import type { StateStore } from '../ports.ts';
import { countingInTurns } from './counter.ts';

export const WINDOW_MS = 60_000;

export type Rate = {
  readonly isWithin: boolean;
  readonly remaining: number;
  /** Seconds until the window ends, at least 1. */
  readonly secondsLeft: number;
};

/** Counts one request across all processes. Throws `Unavailable`. */
export type RequestCounter = (who: string, limit: number) => Promise<Rate>;

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
