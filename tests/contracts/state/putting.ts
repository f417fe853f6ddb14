/** A record is put, got and removed at its version; of many who try at once, one wins. */
import { equal, is } from 'uvu/assert';
import type { StateRecord, StateStore } from '../../../commands/ports.ts';
import type { Json } from '../../../domain/json.ts';
import type { Holds } from '../over-a-fresh-store.ts';

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
  holds('gives back what was put, any JSON', async (store) => {
    is(await store.get(KEY), null);
    let version = 0;
    for (const value of values) {
      version += 1;
      equal(await store.put(KEY, value), record(value, version));
      equal(await store.get(KEY), record(value, version));
    }
  });

  holds('tells keys apart to the letter', async (store) => {
    for (const key of ['a/b', 'a/B', 'a/b ', 'a', 'a/b/c', 'a/%', 'a/_', 'ä/b']) await store.put(key, key);
    for (const key of ['a/b', 'a/B', 'a/b ', 'a', 'a/b/c', 'a/%', 'a/_', 'ä/b']) is((await store.get(key))?.value, key);
    is(await store.get('A/b'), null);
  });

  holds('puts a record only at the version asked', async (store) => {
    is(await store.put(KEY, 'x', { ifVersion: 1 }), null);
    is(await store.get(KEY), null);
    equal(await store.put(KEY, 'one', { ifVersion: 'absent' }), record('one', 1));
    is(await store.put(KEY, 'x', { ifVersion: 'absent' }), null);
    is(await store.put(KEY, 'x', { ifVersion: 2 }), null);
    equal(await store.put(KEY, 'two', { ifVersion: 1 }), record('two', 2));
    is(await store.put(KEY, 'x', { ifVersion: 1 }), null);
    equal(await store.get(KEY), record('two', 2));
  });

  holds('removes a record once, at the version asked', async (store) => {
    is(await store.remove(KEY), false);
    await store.put(KEY, 'one');
    is(await store.remove(KEY, 2), false);
    equal(await store.get(KEY), record('one', 1));
    is(await store.remove(KEY, 1), true);
    is(await store.get(KEY), null);
    is(await store.remove(KEY, 1), false);
    is(await store.remove(KEY), false);
    equal(await store.put(KEY, 'again', { ifVersion: 'absent' }), record('again', 1));
    is(await store.remove(KEY), true);
  });

  holds('lets one of fifty win who put at the same version', async (store, another) => {
    const stores = [store, await another()];
    for (const ifVersion of ['absent', 1] as const) {
      const tries = Array.from({ length: 50 }, (_, n) => (stores[n % 2] ?? store).put(KEY, n, { ifVersion }));
      const winners = (await Promise.all(tries)).filter((put) => put !== null);
      is(winners.length, 1);
      equal(await store.get(KEY), winners[0]);
    }
  });

  holds('lets one of fifty win who remove', async (store, another) => {
    const stores = [store, await another()];
    await store.put(KEY, 'one');
    const tries = Array.from({ length: 50 }, (_, n) => (stores[n % 2] ?? store).remove(KEY));
    is((await Promise.all(tries)).filter(Boolean).length, 1);
  });

  holds('loses no put of many writers, each numbered once', async (store, another) => {
    const stores = [store, await another()];
    const puts = await Promise.all(Array.from({ length: 50 }, (_, n) => (stores[n % 2] ?? store).put(KEY, n)));
    equal(
      puts.map((put) => put?.version ?? 0).sort((a, b) => a - b),
      Array.from({ length: 50 }, (_, n) => n + 1),
    );
    equal(
      await store.get(KEY),
      puts.find((put) => put?.version === 50),
    );
  });

  holds('shows a record to everybody as soon as it has answered', async (store, another) => {
    const reader = await another();
    for (let version = 1; version <= 20; version += 1) {
      await store.put(KEY, version);
      equal(await reader.get(KEY), record(version, version));
    }
  });
};
