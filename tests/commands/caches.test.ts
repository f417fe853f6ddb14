/** Every cache of the program has a bound on all that it stores, and does not mix workspaces unless its key is derived from the content. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { boundedCache } from '../../commands/bounded-cache.ts';
import { cachingResponder } from '../../api/http/respond.ts';
import type { Request, Route } from '../../api/http/route.ts';
import { lastingCollections } from '../support/collections.ts';
import { heapKept } from '../support/heap.ts';
import { suite } from '../support/suite.ts';

const ROOT = process.cwd();
const FOLDERS = ['domain', 'commands', 'projections', 'api', 'workers', 'infra'];
const FACTORY = 'commands/bounded-cache.ts';

/** Each cache, and what its key is derived from. */
const CACHES: Readonly<Record<string, string>> = {
  'api/http/respond.ts': 'public',
  'api/keys/known.ts': 'content',
  'commands/credentials/uses.ts': 'content',
  'commands/undo/undo-cause.ts': 'workspace',
  'infra/citations/index.ts': 'workspace',
  'infra/sqlite/rows/reading.ts': 'program',
  'infra/sqlite/rows/statements.ts': 'program',
  'infra/totals.ts': 'workspace',
  'workers/ingestion/worker.ts': 'workspace',
  'workers/origins/worker.ts': 'workspace',
};

/**
 * Why a long-lived map or set is not a cache, and cannot grow without limit:
 * `call`: it is discarded with the request, command, job or run that created it;
 * `under way`: an entry is removed when its work or connection ends, and the number of those is bounded;
 * `program`: its keys belong to the program or its settings, such as projections, roles and stores;
 * `rows`: an index of the rows of its workspaces, by workspace, within the limits of matching.
 */
const LASTING: Readonly<Record<string, 'call' | 'under way' | 'program' | 'rows'>> = {
  'api/dashboard/changes/feed.ts waiting': 'under way',
  'api/dashboard/changes/streams.ts open': 'under way',
  'api/http/connections.ts open': 'under way',
  'api/http/no-request.ts unfinished': 'under way',
  'commands/credentials/counter.ts turns': 'under way',
  'commands/publication-patch/author-orcids.ts takenBack': 'call',
  'commands/site-tools/reset-data.ts counted': 'call',
  'commands/site-tools/sweep.ts outcomes': 'call',
  'commands/text/parse.ts #counts': 'call',
  'commands/waits.ts told': 'program',
  'domain/name-index.ts groups': 'call',
  'domain/publication/author-entries.ts taken': 'call',
  'infra/citations/index.ts underWay': 'under way',
  'infra/citations/writer.ts waiting': 'under way',
  'infra/wiring/command-line/operator-messages.ts told': 'call',
  'infra/wiring/command-line/operator-messages.ts waiting': 'call',
  'infra/wiring/role-watch.ts waiting': 'program',
  'infra/wiring/watching.ts deaths': 'program',
  'infra/wiring/watching.ts elsewhere': 'program',
  'infra/sqlite/connection/database.ts files': 'under way',
  'infra/sqlite/events/read.ts windows': 'program',
  'infra/sqlite/events/wake.ts waiting': 'under way',
  'infra/eventstoredb/connection.ts everyWindow': 'under way',
  'infra/eventstoredb/connection.ts open': 'program',
  'infra/eventstoredb/erasures.ts firstLeft': 'call',
  'infra/eventstoredb/index.ts writing': 'under way',
  'infra/mongodb/client/client.ts shared': 'program',
  'infra/mongodb/client/dead-sockets.ts found': 'under way',
  'infra/mongodb/client/stuck.ts heartbeats': 'under way',
  'infra/mongodb/client/stuck.ts lost': 'under way',
  'infra/mongodb/client/stuck.ts making': 'under way',
  'infra/mongodb/client/widening.ts ready': 'under way',
  'infra/mongodb/client/widening.ts taken': 'under way',
  'infra/providers/http/turns.ts waiting': 'under way',
  'infra/sqlite/rows/layout.ts made': 'program',
  'infra/totals.ts underWay': 'under way',
  'infra/wiring/command-line/in-parts.ts parts': 'call',
  'infra/wiring/threads/importer.ts running': 'under way',
  'infra/wiring/threads/imports.ts givenUp': 'under way',
  'infra/wiring/threads/imports.ts queues': 'under way',
  'infra/wiring/threads/imports.ts waiting': 'under way',
  'projections/generations.ts collectionsByGeneration': 'program',
  'projections/active-generation.ts remembered': 'program',
  'projections/complete-rows.ts completeAt': 'program',
  'workers/cli/output.ts jobs': 'call',
  'workers/cli/output.ts printed': 'call',
  'workers/cli/progress.ts first': 'call',
  'workers/cli/projections/rebuild-progress.ts printed': 'call',
  'workers/ingestion/one-at-a-time.ts underWay': 'under way',
  'workers/ingestion/time-budget.ts behind': 'call',
  'workers/ingestion/taken-back.ts takenBack': 'call',
  'workers/ingestion/worker.ts running': 'under way',
  'workers/leading.ts held': 'program',
  'workers/ingestion/worker.ts seen': 'under way',
  'workers/long-jobs.ts begun': 'under way',
  'workers/matching/backlog.ts lines': 'rows',
  'workers/matching/passed-over.ts noted': 'rows',
  'workers/matching/people.ts byWord': 'rows',
  'workers/matching/people.ts people': 'rows',
  'workers/origins/worker.ts running': 'under way',
  'workers/projector/catch-up.ts refused': 'call',
  'workers/projector/held-rows.ts all': 'call',
  'workers/projector/held-rows.ts unknown': 'call',
  'workers/projector/lag.ts known': 'call',
  'workers/rebuild/catch-up-report.ts reportedAt': 'program',
  'workers/rebuild/lead.ts reached': 'program',
};

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/'))),
)
  // A page lives as long as its tab, and has one reader.
  .filter((file) => !file.startsWith('api/web/'))
  .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));

const caches = suite('a cache');

caches('is bounded', () => {
  assert.deepEqual(
    sources.filter(({ text }) => /from 'lru-cache'|require\('lru-cache'\)/u.test(text)).map(({ file }) => file),
    [FACTORY],
  );
});

caches('declares what its key is derived from', () => {
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

caches('is not a long-lived map or set, unless listed with the reason why it cannot grow', () => {
  const found = sources.flatMap(({ file, text }) => lastingCollections(file, text).map((name) => `${file} ${name}`));
  assert.deepEqual(found.sort(), Object.keys(LASTING).sort());
});

caches('is detected where a long-lived map is created', () => {
  const lasting = (text: string): readonly string[] => lastingCollections('x.ts', text);
  assert.deepEqual(lasting('const kept = new Map(); export const f = (k) => kept.set(k, 1);'), ['kept']);
  assert.deepEqual(
    lasting('export const open = () => { const kept = new Map(); return { put: (k) => kept.set(k, 1) }; };'),
    ['kept'],
  );
  assert.deepEqual(lasting('class A { #kept = new WeakMap(); put(k) { this.#kept.set(k, 1); } }'), ['#kept']);
  assert.deepEqual(
    lasting('export const f = (ks) => { const seen = new Set(); ks.forEach((k) => seen.add(k)); };'),
    [],
  );
});

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
