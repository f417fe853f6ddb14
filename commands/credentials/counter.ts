/** Counts in the state store: what is counted in one turn of the event loop is one write. */
import type { StateStore } from '../ports.ts';

/** Resolves when it is counted; throws `Unavailable`. A count is kept for `ttlMs` after it began. */
export type Counter = (key: string, ttlMs: number) => Promise<void>;

type Turn = { count: number; readonly counted: Promise<void> };

export const openCounter = (state: Pick<StateStore, 'increment'>): Counter => {
  const turns = new Map<string, Turn>();

  const begin = (key: string, ttlMs: number): Turn => {
    const counted = new Promise((resolve) => setImmediate(resolve)).then(async () => {
      turns.delete(key);
      await state.increment(key, turn.count, ttlMs);
    });
    const turn: Turn = { count: 0, counted };
    turns.set(key, turn);
    return turn;
  };

  return (key, ttlMs) => {
    const turn = turns.get(key) ?? begin(key, ttlMs);
    turn.count += 1;
    return turn.counted;
  };
};
