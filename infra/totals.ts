/** Totals of listings: a request counts a bounded number of rows; larger totals are counted once for all requests and cached briefly. */
import { boundedCache } from '../commands/bounded-cache.ts';
import { TOTAL } from '../domain/limits.ts';
import type { Collection, ReadModels, Total, Where } from '../projections/ports.ts';

const MOST_BYTES = 1024 * 1024;
const VALUE_BYTES = 100;

/** `now`: epoch milliseconds. */
export const totalsOf = (count: ReadModels['count'], now: () => number = Date.now): ReadModels['total'] => {
  // The conditions name the workspace, except for public listings.
  const kept = boundedCache<Total & { readonly totalAsOf: number }>({
    key: 'workspace',
    maxBytes: MOST_BYTES,
    sizeOf: () => VALUE_BYTES,
  });
  const underWay = new Map<string, Promise<Total>>();

  const countAll = async (key: string, collection: Collection, where: Where): Promise<Total> => {
    const totalAsOf = now();
    try {
      const counted = { total: await count(collection, where), totalAsOf };
      kept.set(key, counted);
      return counted;
    } finally {
      underWay.delete(key);
    }
  };
  const shared = (key: string, collection: Collection, where: Where): Promise<Total> => {
    const counting = underWay.get(key) ?? countAll(key, collection, where);
    underWay.set(key, counting);
    return counting;
  };

  return async (collection, where) => {
    const few = await count(collection, where, TOTAL.exact + 1);
    if (few <= TOTAL.exact) return { total: few, totalAsOf: null };
    const key = JSON.stringify([collection.name, where]);
    const known = kept.get(key);
    // Absolute, since after the clock is set back no entry would expire otherwise.
    const age = known === undefined ? Infinity : Math.abs(now() - known.totalAsOf);
    if (known === undefined || age > TOTAL.ageMs) return shared(key, collection, where);
    // Refreshed before it expires, so the next request need not wait. A later request reports a failure.
    if (age > TOTAL.ageMs / 2) shared(key, collection, where).catch(() => undefined);
    return known;
  };
};
