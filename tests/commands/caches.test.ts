/** A cache is bounded by all that it stores. */
import assert from 'node:assert/strict';
import { boundedCache } from '../../commands/bounded-cache.ts';
import { cachingResponder } from '../../api/http/respond.ts';
import type { Request, Route } from '../../api/http/route.ts';
import { heapKept } from '../support/heap.ts';
import { suite } from '../support/suite.ts';

const caches = suite('a cache');

const LONG = 60_000;

caches('counts keys as well as values', () => {
  const maxBytes = 2_000_000;
  const cache = boundedCache<string>({ key: 'content', maxBytes, sizeOf: (value) => value.length * 2 });
  const growth = heapKept(() => {
    for (let n = 0; n < 1_000; n += 1) {
      cache.set(`${n}`.padEnd(LONG, '+'), 'x');
      assert.ok(cache.calculatedSize <= maxBytes);
    }
    return cache;
  });
  assert.ok(cache.calculatedSize > maxBytes / 2, 'keeps what fits');
  assert.ok(growth < 2 * maxBytes, `${growth} bytes`);
  cache.set('much', 'x'.repeat(maxBytes));
  assert.equal(cache.get('much'), undefined);
});

caches('of rendered responses counts long URLs against its bound', async () => {
  const maxBytes = 1_000_000;
  const respond = cachingResponder(maxBytes);
  let made = 0;
  const route = {
    version: () => Promise.resolve('1'),
    handle: () => {
      made += 1;
      return Promise.resolve({ body: {} });
    },
  } as unknown as Route;
  const ask = async (n: number): Promise<unknown> =>
    respond(route, `/v1/publications?n=${n}`.padEnd(LONG, '+'), {} as Request);
  for (let n = 0; n < 100; n += 1) await ask(n);
  assert.equal(made, 100);
  await ask(99);
  assert.equal(made, 100, 'the last response is kept');
  await ask(0);
  assert.equal(made, 101, 'the first response was evicted: a hundred URLs of 60 kB exceed the limit');
});
