/** Counts that stay true until somebody writes, so that a listing is not counted anew for each of its pages. */
import { LRUCache } from 'lru-cache';
import type { Statements } from './statements.ts';

const KEPT = 1_000;

export type Totals = {
  /** Within a read transaction: what was counted in the same state of the file, or what `count` counts now. */
  readonly total: (key: string, count: () => number) => number;
  /** To be called after each write of this connection; those of others are noticed. */
  readonly outdate: () => void;
};

export const totalsOf = ({ value }: Statements): Totals => {
  const kept = new LRUCache<string, number>({ max: KEPT });
  let version: unknown = null;
  return {
    total: (key, count) => {
      const present = value('PRAGMA data_version');
      if (present !== version) kept.clear();
      version = present;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const counted = count();
      kept.set(key, counted);
      return counted;
    },
    outdate: () => kept.clear(),
  };
};
