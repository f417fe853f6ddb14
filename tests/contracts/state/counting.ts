/** A counter loses no increment, and expires as its first increment determined. */
import { equal, is } from 'uvu/assert';
import type { StateStore } from '../../../commands/ports.ts';
import type { Holds } from '../over-a-fresh-store.ts';
import { gone } from './gone.ts';

const KEY = 'rate/a';
const LONG_MS = 3_600_000;

export const counting = (holds: Holds<StateStore>): void => {
  holds('counts from 0 and keeps the expiry of the first increment', async (store) => {
    const before = await store.now();
    const first = await store.increment(KEY, 1, LONG_MS);
    const after = await store.now();
    const { version, expiresAt } = first;
    equal(first, { key: KEY, value: 1, version, expiresAt });
    is(expiresAt !== null && expiresAt >= before + LONG_MS && expiresAt <= after + LONG_MS, true);
    const second = await store.increment(KEY, 41, 1);
    equal(second, { key: KEY, value: 42, version: version + 1, expiresAt });
    equal(await store.increment(KEY, -2, 1), { ...second, value: 40, version: version + 2 });
    is((await store.get(KEY))?.value, 40);
  });

  holds('loses none of fifty concurrent increments', async (store, another) => {
    const stores = [store, await another()];
    const counted = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (stores[n % 2] ?? store).increment(KEY, 1, LONG_MS)),
    );
    equal(
      counted.map(({ value }) => value).sort((a, b) => a - b),
      Array.from({ length: 50 }, (_, n) => n + 1),
    );
    is(new Set(counted.map(({ expiresAt }) => expiresAt)).size, 1);
    equal(
      await store.get(KEY),
      counted.find(({ value }) => value === 50),
    );
  });

  holds('restarts a counter once it has expired', async (store) => {
    const first = await store.increment(KEY, 7, 60);
    await gone(store, first);
    const again = await store.increment(KEY, 1, LONG_MS);
    is(again.value, 1);
    is(again.version === first.version + 1, false);
  });
};
