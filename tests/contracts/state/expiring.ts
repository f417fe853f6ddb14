/** An expired record is as if it had never been. */
import { equal, is } from 'uvu/assert';
import type { StateStore } from '../../../commands/ports.ts';
import type { Holds } from '../over-a-fresh-store.ts';
import { gone } from './gone.ts';

const KEY = 'lease/a';
const SHORT_MS = 60;
const LONG_MS = 3_600_000;

export const expiring = (holds: Holds<StateStore>): void => {
  holds('keeps a record for its time to live by its own clock', async (store) => {
    const before = await store.now();
    const put = await store.put(KEY, 'held', { ttlMs: LONG_MS });
    const after = await store.now();
    const expiresAt = put?.expiresAt ?? 0;
    is(expiresAt >= before + LONG_MS && expiresAt <= after + LONG_MS, true);
    equal(await store.get(KEY), { key: KEY, value: 'held', version: 1, expiresAt });
  });

  holds('forgets a record at its expiry, for every operation', async (store) => {
    const put = await store.put(KEY, 'held', { ttlMs: SHORT_MS });
    if (put === null) throw new Error('not put');
    await gone(store, put);
    equal(await store.list('lease/'), []);
    is(await store.remove(KEY), false);
    is(await store.remove(KEY, 1), false);
    is(await store.put(KEY, 'x', { ifVersion: 1 }), null);
    equal(await store.put(KEY, 'new', { ifVersion: 'absent' }), {
      key: KEY,
      value: 'new',
      version: 1,
      expiresAt: null,
    });
  });

  holds('lets one of twenty take what has expired', async (store, another) => {
    const stores = [store, await another()];
    const put = await store.put(KEY, 'held', { ttlMs: SHORT_MS });
    if (put === null) throw new Error('not put');
    await gone(store, put);
    const tries = Array.from({ length: 20 }, (_, n) =>
      (stores[n % 2] ?? store).put(KEY, n, { ifVersion: 'absent', ttlMs: LONG_MS }),
    );
    is((await Promise.all(tries)).filter((taken) => taken !== null).length, 1);
  });

  holds('renews, shortens or lifts the expiry with each put', async (store) => {
    await store.put(KEY, 1, { ttlMs: SHORT_MS });
    const renewed = await store.put(KEY, 2, { ttlMs: LONG_MS });
    is((renewed?.expiresAt ?? 0) > (await store.now()) + LONG_MS / 2, true);
    equal(await store.put(KEY, 3), { key: KEY, value: 3, version: 3, expiresAt: null });
    const shortened = await store.put(KEY, 4, { ttlMs: SHORT_MS });
    if (shortened === null) throw new Error('not put');
    await gone(store, shortened);
  });

  holds('tells the time, which does not stand still or go back', async (store) => {
    const first = await store.now();
    is(Number.isInteger(first), true);
    let later = await store.now();
    while (later === first) later = await store.now();
    is(later > first, true);
  });
};
