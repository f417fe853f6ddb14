/** Counts that stay true until the collection is written to: a listing is not counted again for each of its pages. */
import { boundedCache } from '../../../commands/bounded-cache.ts';
import type { Collection } from '../../../projections/ports.ts';
import { editionOf } from './catalog.ts';
import type { Statements } from './statements.ts';

const MOST_BYTES = 1024 * 1024;

/** Within a read transaction: what was counted for `asked` in the collection's present edition, or what `count` counts now. */
export type Totals = (collection: Collection, asked: string, count: () => number) => number;

export const totalsOf = (statements: Statements): Totals => {
  const kept = boundedCache<number>({ key: 'workspace', maxBytes: MOST_BYTES, sizeOf: () => 8 });
  return (collection, asked, count) => {
    const key = `${collection.name} ${editionOf(statements, collection)} ${asked}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const counted = count();
    kept.set(key, counted);
    return counted;
  };
};
