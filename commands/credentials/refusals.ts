/** How often a key was refused, by minute and reason: a count, so that who holds a revoked key fills no store with it. */
import type { Clock, StateStore } from '../ports.ts';
import { openCounter } from './counter.ts';
import { countOnDay, DAYS_KEPT_MS } from './daily-uses.ts';
import { usesAt } from './uses-key.ts';

const MINUTE_MS = 60_000;
/** Of each key there are at most so many minutes' counts, however long it is tried. */
const KEPT_MS = 7 * 24 * 3_600_000;

/** `outcome`: why it was refused. Resolves when it is counted; throws `Unavailable`. */
export type RefusalCounter = (keyHash: string, outcome: string) => Promise<void>;

export const refusalCounter = ({ state, clock }: { readonly state: StateStore; readonly clock: Clock }) => {
  const count = openCounter(state);
  const refused: RefusalCounter = async (keyHash, outcome) => {
    const now = clock.now();
    const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
    await Promise.all([
      count(`${usesAt(keyHash, minute)}/refused/${outcome}`, KEPT_MS),
      count(countOnDay(keyHash, 'refused', now), DAYS_KEPT_MS),
    ]);
  };
  return refused;
};

/** What a record under the key of a minute counts; null for one of another kind. */
export const refusalIn = (key: string): { readonly outcome: string } | null => {
  const outcome = /\/refused\/(\w+)$/u.exec(key)?.[1];
  return outcome === undefined ? null : { outcome };
};
