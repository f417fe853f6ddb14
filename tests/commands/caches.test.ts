/** Every cache of the program: bounded by all that it holds, and shared by no two workspaces unless its key says the content. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { boundedCache } from '../../commands/bounded-cache.ts';
import { cachingRenderer } from '../../api/http/render.ts';
import type { Request, Route } from '../../api/http/route.ts';
import { heapKept } from '../support/heap.ts';
import { suite } from '../support/suite.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const FOLDERS = ['domain', 'commands', 'projections', 'api', 'workers', 'infra'];
const FACTORY = 'commands/bounded-cache.ts';

/** Each cache, and what its key is derived from. */
const CACHES: Readonly<Record<string, string>> = {
  'api/http/render.ts': 'public',
  'api/keys/known.ts': 'content',
  'commands/credentials/uses.ts': 'content',
  'infra/citations/index.ts': 'workspace',
  'infra/readmodels/embedded/layout.ts': 'program',
  'infra/readmodels/embedded/search.ts': 'program',
  'infra/readmodels/embedded/statements.ts': 'program',
  'infra/readmodels/embedded/totals.ts': 'workspace',
};

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/'))),
).map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));

const caches = suite('a cache');

caches('is of the one bounded kind', () => {
  assert.deepEqual(
    sources.filter(({ text }) => /from 'lru-cache'|require\('lru-cache'\)/u.test(text)).map(({ file }) => file),
    [FACTORY],
  );
});

caches('says what its key is derived from', () => {
  const found = sources.flatMap(({ file, text }) =>
    file === FACTORY
      ? []
      : [...text.matchAll(/boundedCache<[\s\S]*?>\(\{\s*key: '(\w+)'/gu)].map(([, key]) => [file, key] as const),
  );
  assert.deepEqual(Object.fromEntries(found), CACHES);
  const calls = sources
    .filter(({ file }) => file !== FACTORY)
    .flatMap(({ text }) => text.match(/boundedCache</gu) ?? []);
  assert.equal(calls.length, found.length);
});

const LONG = 60_000;

caches('counts keys as well as values', () => {
  const maxBytes = 2_000_000;
  const cache = boundedCache<string>({ key: 'content', maxBytes, sizeOf: (value) => value.length * 2 });
  const growth = heapKept(() => {
    for (let n = 0; n < 1_000; n += 1) {
      cache.set(`${n}`.padEnd(LONG, '+'), 'x');
      assert.ok(cache.bytes <= maxBytes);
    }
    return cache;
  });
  assert.ok(cache.bytes > maxBytes / 2, 'it keeps what fits');
  assert.ok(growth < 2 * maxBytes, `${growth} bytes`);
  cache.set('much', 'x'.repeat(maxBytes));
  assert.equal(cache.get('much'), undefined);
});

caches('of rendered answers keeps no more than it may of long addresses', async () => {
  const maxBytes = 1_000_000;
  const render = cachingRenderer(maxBytes);
  let made = 0;
  const route = {
    version: () => Promise.resolve('1'),
    handle: () => {
      made += 1;
      return Promise.resolve({ body: {} });
    },
  } as unknown as Route;
  const ask = async (n: number): Promise<unknown> =>
    render(route, `/v1/publications?n=${n}`.padEnd(LONG, '+'), {} as Request);
  for (let n = 0; n < 100; n += 1) await ask(n);
  assert.equal(made, 100);
  await ask(99);
  assert.equal(made, 100, 'the last one is kept');
  await ask(0);
  assert.equal(made, 101, 'the first one had to go: a hundred addresses of 60 kB are more than it may keep');
});
