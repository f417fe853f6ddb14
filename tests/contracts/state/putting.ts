/** A record is put, got and removed at its version; one of many concurrent attempts succeeds. */
import { equal, is } from 'uvu/assert';
import type { PutOptions, StateRecord, StateStore } from '../../../commands/ports.ts';
import type { Json } from '../../../domain/json.ts';
import type { Holds } from '../over-a-fresh-store.ts';
import { putTo } from './put.ts';

const KEY = 'session/a';

const record = (value: Json, version: number): StateRecord => ({ key: KEY, value, version, expiresAt: null });

const values: readonly Json[] = [
  null,
  false,
  0,
  -1.5,
  Number.MAX_SAFE_INTEGER,
  '',
  'Ünïcode 数',
  [],
  {},
  [[1], { a: null }],
  { nested: { 'dotted.key': [true], $dollar: 1 } },
];

export const putting = (holds: Holds<StateStore>): void => {
  holds('returns what was put, for any JSON', async (store) => {
    is(await store.get(KEY), null);
    const { version } = await putTo(store, KEY, 'first');
    for (const [n, value] of values.entries()) {
      equal(await store.put(KEY, value), record(value, version + 1 + n));
      equal(await store.get(KEY), record(value, version + 1 + n));
    }
  });

  holds('distinguishes keys by every character', async (store) => {
    for (const key of ['a/b', 'a/B', 'a/b ', 'a', 'a/b/c', 'a/%', 'a/_', 'ä/b']) await store.put(key, key);
    for (const key of ['a/b', 'a/B', 'a/b ', 'a', 'a/b/c', 'a/%', 'a/_', 'ä/b']) is((await store.get(key))?.value, key);
    is(await store.get('A/b'), null);
  });

  holds('puts a record only at the expected version', async (store) => {
    is(await store.put(KEY, 'x', { ifVersion: 1 }), null);
    is(await store.get(KEY), null);
    const { version, ...one } = await putTo(store, KEY, 'one', { ifVersion: 'absent' });
    equal({ ...one, version }, record('one', version));
    is(await store.put(KEY, 'x', { ifVersion: 'absent' }), null);
    is(await store.put(KEY, 'x', { ifVersion: version + 1 }), null);
    equal(await store.put(KEY, 'two', { ifVersion: version }), record('two', version + 1));
    is(await store.put(KEY, 'x', { ifVersion: version }), null);
    equal(await store.get(KEY), record('two', version + 1));
  });

  holds('removes a record once, at the expected version', async (store) => {
    is(await store.remove(KEY), false);
    const { version } = await putTo(store, KEY, 'one');
    is(await store.remove(KEY, version + 1), false);
    equal(await store.get(KEY), record('one', version));
    is(await store.remove(KEY, version), true);
    is(await store.get(KEY), null);
    is(await store.remove(KEY, version), false);
    is(await store.remove(KEY), false);
    const again = await putTo(store, KEY, 'again', { ifVersion: 'absent' });
    is(await store.remove(KEY, version), false);
    is(await store.put(KEY, 'x', { ifVersion: version }), null);
    equal(await store.get(KEY), again);
    is(await store.remove(KEY), true);
  });

  holds('lets one of fifty concurrent puts at the same version succeed', async (store, another) => {
    const stores = [store, await another()];
    let ifVersion: number | 'absent' = 'absent';
    for (let round = 0; round < 2; round += 1) {
      const options: PutOptions = { ifVersion };
      const tries = Array.from({ length: 50 }, (_, n) => (stores[n % 2] ?? store).put(KEY, n, options));
      const winners = (await Promise.all(tries)).filter((put) => put !== null);
      is(winners.length, 1);
      equal(await store.get(KEY), winners[0]);
      ifVersion = winners[0]?.version ?? 'absent';
    }
  });

  holds('lets one of fifty concurrent removals succeed', async (store, another) => {
    const stores = [store, await another()];
    await store.put(KEY, 'one');
    const tries = Array.from({ length: 50 }, (_, n) => (stores[n % 2] ?? store).remove(KEY));
    is((await Promise.all(tries)).filter(Boolean).length, 1);
  });

  holds('loses no put of many writers, each numbered once', async (store, another) => {
    const stores = [store, await another()];
    const { version } = await putTo(store, KEY, 'before');
    const puts = await Promise.all(Array.from({ length: 50 }, (_, n) => putTo(stores[n % 2] ?? store, KEY, n)));
    equal(
      puts.map((put) => put.version).sort((a, b) => a - b),
      Array.from({ length: 50 }, (_, n) => version + n + 1),
    );
    equal(
      await store.get(KEY),
      puts.find((put) => put.version === version + 50),
    );
  });

  holds('shows a record to every reader as soon as it is acknowledged', async (store, another) => {
    const reader = await another();
    for (let n = 1; n <= 20; n += 1) {
      const put = await putTo(store, KEY, n);
      equal(await reader.get(KEY), put);
    }
  });
};
