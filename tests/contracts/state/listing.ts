/** Records are listed by prefix, in order of their keys, page by page. */
import { equal } from 'uvu/assert';
import type { StateStore } from '../../../commands/ports.ts';
import type { Holds } from '../over-a-fresh-store.ts';
import { gone } from './gone.ts';

type ListOptions = { readonly after?: string; readonly limit?: number };

const keys = async (store: StateStore, prefix: string, options?: ListOptions): Promise<readonly string[]> =>
  (await store.list(prefix, options)).map(({ key }) => key);

export const listing = (holds: Holds<StateStore>): void => {
  holds('lists records with a prefix, by ascending key', async (store) => {
    const all = ['key/10', 'key/9', 'key/A', 'key/a', 'key/ä', 'keys/1', 'ke', 'key', 'key/%', 'key/.*', 'KEY/1'];
    for (const key of all) await store.put(key, key);
    equal(await keys(store, 'key/'), ['key/%', 'key/.*', 'key/10', 'key/9', 'key/A', 'key/a', 'key/ä']);
    equal(await keys(store, 'key/%'), ['key/%']);
    equal(await keys(store, 'key/.'), ['key/.*']);
    equal(await keys(store, 'nothing/'), []);
    equal((await keys(store, '')).length, all.length);
    equal(await store.list('keys/'), [await store.get('keys/1')]);
  });

  holds('lists page by page', async (store) => {
    const all = Array.from({ length: 25 }, (_, n) => `user/${String(n).padStart(2, '0')}`);
    for (const key of all) await store.put(key, null);
    await store.put('users', null);
    const listed: string[] = [];
    for (;;) {
      const last = listed.at(-1);
      const page = await keys(store, 'user/', { limit: 10, ...(last === undefined ? {} : { after: last }) });
      if (page.length === 0) break;
      listed.push(...page);
    }
    equal(listed, all);
    equal(await keys(store, 'user/', { after: 'a' }), all);
    equal(await keys(store, 'user/', { after: 'user/235', limit: 1 }), ['user/24']);
    equal(await keys(store, 'user/', { after: 'z' }), []);
  });

  holds('omits expired records, and fills the page with others', async (store) => {
    const expiring = await store.put('a/1', 1, { ttlMs: 60 });
    await store.put('a/2', 2);
    await store.put('a/3', 3, { ttlMs: 3_600_000 });
    if (expiring === null) throw new Error('not put');
    await gone(store, expiring);
    equal(await keys(store, 'a/', { limit: 2 }), ['a/2', 'a/3']);
  });
};
