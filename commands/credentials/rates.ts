/** Rate limits: at most the limit in a window that begins with the first request (decisions §5). */
import type { StateStore } from '../ports.ts';

export const WINDOW_MS = 60_000;

export type Rate = {
  readonly limit: number;
  readonly isWithin: boolean;
  readonly remaining: number;
  /** Until the window is over, in seconds, at least 1. */
  readonly secondsLeft: number;
};

/** Counts one request, over all processes. Throws `Unavailable`. */
export type RequestCounter = (who: string, limit: number) => Promise<Rate>;

/** Requests of one turn of the event loop, counted as one: each still has its own place in the count. */
type Turn = { count: number; readonly counted: Promise<{ readonly before: number; readonly left: number }> };

export const requestCounter = (state: Pick<StateStore, 'increment' | 'now'>): RequestCounter => {
  const turns = new Map<string, Turn>();

  const begin = (who: string): Turn => {
    const counted = new Promise((resolve) => setImmediate(resolve)).then(async () => {
      turns.delete(who);
      const { value, expiresAt } = await state.increment(`rate/${who}`, turn.count, WINDOW_MS);
      return { before: value - turn.count, left: (expiresAt ?? 0) - (await state.now()) };
    });
    const turn: Turn = { count: 0, counted };
    turns.set(who, turn);
    return turn;
  };

  return async (who, limit) => {
    const turn = turns.get(who) ?? begin(who);
    turn.count += 1;
    const place = turn.count;
    const { before, left } = await turn.counted;
    return {
      limit,
      isWithin: before + place <= limit,
      remaining: Math.max(0, limit - before - place),
      secondsLeft: Math.min(WINDOW_MS / 1_000, Math.max(1, Math.ceil(left / 1_000))),
    };
  };
};
