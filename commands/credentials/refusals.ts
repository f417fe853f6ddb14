/** How often a key was refused, by minute and reason: a count, so that who holds a revoked key fills no store with it. */
import type { Clock, StateStore } from '../ports.ts';
import { usesAt } from './uses-key.ts';

const MINUTE_MS = 60_000;
/** Of each key there are at most so many minutes' counts, however long it is tried. */
const KEPT_MS = 7 * 24 * 3_600_000;

/** `outcome`: why it was refused. Resolves when it is counted; throws `Unavailable`. */
export type RefusalCounter = (keyHash: string, outcome: string) => Promise<void>;

type Turn = { count: number; readonly counted: Promise<void> };

/** Refusals of one turn of the event loop are counted as one write. */
export const refusalCounter = ({ state, clock }: { readonly state: StateStore; readonly clock: Clock }) => {
  const turns = new Map<string, Turn>();

  const begin = (key: string): Turn => {
    const counted = new Promise((resolve) => setImmediate(resolve)).then(async () => {
      turns.delete(key);
      await state.increment(key, turn.count, KEPT_MS);
    });
    const turn: Turn = { count: 0, counted };
    turns.set(key, turn);
    return turn;
  };

  const refused: RefusalCounter = (keyHash, outcome) => {
    const at = Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS;
    const key = `${usesAt(keyHash, at)}/refused/${outcome}`;
    const turn = turns.get(key) ?? begin(key);
    turn.count += 1;
    return turn.counted;
  };
  return refused;
};

/** What a record under the key of a minute counts; null for one of another kind. */
export const refusalIn = (key: string): { readonly outcome: string } | null => {
  const outcome = /\/refused\/(\w+)$/u.exec(key)?.[1];
  return outcome === undefined ? null : { outcome };
};
