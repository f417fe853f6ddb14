/** An expired record is treated as if it had never existed. */
import { equal, is } from 'uvu/assert';
import type { StateStore } from '../../../commands/ports.ts';
import type { Holds } from '../over-a-fresh-store.ts';
import { gone } from './gone.ts';
import { putTo } from './put.ts';

const KEY = 'lease/a';
const SHORT_MS = 60;
const LONG_MS = 3_600_000;

export const expiring = (holds: Holds<StateStore>): void => {
  holds('keeps a record for its time to live by its own clock', async (store) => {
    const before = await store.now();
    const { version, expiresAt } = await putTo(store, KEY, 'held', { ttlMs: LONG_MS });
    const after = await store.now();
    is(expiresAt !== null && expiresAt >= before + LONG_MS && expiresAt <= after + LONG_MS, true);
    equal(await store.get(KEY), { key: KEY, value: 'held', version, expiresAt });
  });

  holds('drops a record at its expiry, for every operation', async (store) => {
    const put = await putTo(store, KEY, 'held', { ttlMs: SHORT_MS });
    await gone(store, put);
    equal(await store.list('lease/'), []);
    is(await store.remove(KEY), false);
    is(await store.remove(KEY, put.version), false);
    is(await store.put(KEY, 'x', { ifVersion: put.version }), null);
    const { version } = await putTo(store, KEY, 'new', { ifVersion: 'absent' });
    equal(await store.get(KEY), { key: KEY, value: 'new', version, expiresAt: null });
    is(await store.put(KEY, 'x', { ifVersion: put.version }), null);
    is(await store.remove(KEY, put.version), false);
  });

  holds('lets one of twenty take an expired record', async (store, another) => {
    const stores = [store, await another()];
    const put = await putTo(store, KEY, 'held', { ttlMs: SHORT_MS });
    await gone(store, put);
    const tries = Array.from({ length: 20 }, (_, n) =>
      (stores[n % 2] ?? store).put(KEY, n, { ifVersion: 'absent', ttlMs: LONG_MS }),
    );
    is((await Promise.all(tries)).filter((taken) => taken !== null).length, 1);
  });

  holds('renews, shortens or removes the expiry with each put', async (store) => {
    const { version } = await putTo(store, KEY, 1, { ttlMs: SHORT_MS });
    const renewed = await store.put(KEY, 2, { ttlMs: LONG_MS });
    is((renewed?.expiresAt ?? 0) > (await store.now()) + LONG_MS / 2, true);
    equal(await store.put(KEY, 3), { key: KEY, value: 3, version: version + 2, expiresAt: null });
    const shortened = await putTo(store, KEY, 4, { ttlMs: SHORT_MS });
    await gone(store, shortened);
  });

  holds('returns a time that neither stops nor goes back', async (store) => {
    const first = await store.now();
    is(Number.isInteger(first), true);
    let later = await store.now();
    while (later === first) later = await store.now();
    is(later > first, true);
  });
};
