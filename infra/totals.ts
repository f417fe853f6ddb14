/** Totals of listings: a request counts a bounded number of rows; larger totals are counted once for all requests and cached briefly. */
import { setTimeout as pause } from 'node:timers/promises';
import { boundedCache } from '../commands/bounded-cache.ts';
import { Unavailable } from '../domain/errors.ts';
import { TOTAL } from '../domain/limits.ts';
import type { Collection, ReadModels, Total, Where } from '../projections/ports.ts';

const MOST_BYTES = 1024 * 1024;
const VALUE_BYTES = 100;
const PATIENCE_MS = 500;

const groupOf = ({ name }: Collection, { all }: Where): string =>
  JSON.stringify([name, all.filter(({ field }) => field === 'workspace')]);

type TotalsOptions = {
  /** Epoch milliseconds. */
  readonly now?: () => number;
  /** How long a request waits for a new count if a total is known. */
  readonly patience?: () => Promise<void>;
};

export const totalsOf = (
  count: ReadModels['count'],
  { now = Date.now, patience = () => pause(PATIENCE_MS, undefined, { ref: false }) }: TotalsOptions = {},
): ReadModels['total'] => {
  // The conditions name the workspace, except for public listings.
  const kept = boundedCache<Total & { readonly totalAsOf: number }>({
    key: 'workspace',
    maxBytes: MOST_BYTES,
    sizeOf: () => VALUE_BYTES,
  });
  const underWay = new Map<string, { readonly group: string; readonly total: Promise<Total> }>();

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
  const shared = async (key: string, collection: Collection, where: Where): Promise<Total> => {
    const known = underWay.get(key);
    if (known !== undefined) return known.total;
    const group = groupOf(collection, where);
    if ([...underWay.values()].filter((each) => each.group === group).length >= TOTAL.counts)
      throw new Unavailable('read models', 'too many counts', { inWords: 'too many totals are being counted' });
    const total = countAll(key, collection, where);
    underWay.set(key, { group, total });
    return total;
  };

  return async (collection, where) => {
    const few = await count(collection, where, TOTAL.exact + 1);
    if (few <= TOTAL.exact) return { total: few, totalAsOf: null };
    const key = JSON.stringify([collection.name, where]);
    const known = kept.get(key);
    // Absolute, since after the clock is set back no entry would expire otherwise.
    const age = known === undefined ? Infinity : Math.abs(now() - known.totalAsOf);
    if (known === undefined || age > TOTAL.oldestMs) return shared(key, collection, where);
    if (age <= TOTAL.ageMs / 2) return known;
    // Refreshed before it expires, so the next request need not wait. A failure is reported when it is too old.
    const refreshed = shared(key, collection, where).catch(() => known);
    return age <= TOTAL.ageMs ? known : Promise.race([refreshed, patience().then(() => known)]);
  };
};
