/** Counts that stay true until somebody writes to the collection, so that a listing is not counted anew for each of its pages. */
import { LRUCache } from 'lru-cache';
import type { Collection } from '../../../projections/ports.ts';
import { editionOf } from './catalog.ts';
import type { Statements } from './statements.ts';

const KEPT = 1_000;

/** Within a read transaction: what was counted for `asked` in the collection's present edition, or what `count` counts now. */
export type Totals = (collection: Collection, asked: string, count: () => number) => number;

export const totalsOf = (statements: Statements): Totals => {
  const kept = new LRUCache<string, number>({ max: KEPT });
  return (collection, asked, count) => {
    const key = `${collection.name} ${editionOf(statements, collection)} ${asked}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const counted = count();
    kept.set(key, counted);
    return counted;
  };
};
