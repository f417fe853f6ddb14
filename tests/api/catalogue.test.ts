/** The file of all public publications and its manifest, over a real socket. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { catalogueLines } from '../../api/public/catalogue.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import { Unavailable } from '../../domain/errors.ts';
import { CATALOGUE } from '../../domain/limits.ts';
import { openCatalogueFiles } from '../../infra/catalogue-file/index.ts';
import { dispatch } from '../support/dispatch.ts';
import { silent } from '../support/installation.ts';
import { addPaper } from '../support/papers.ts';
import { servePublic } from '../support/serving.ts';
import { staffed } from '../support/staffed.ts';
import { suite } from '../support/suite.ts';

const cataloguing = suite('the file of all public publications');

const { installation } = await staffed(cataloguing, { ingested: true });
const folder = await mkdtemp(path.join(tmpdir(), 'catalogue-'));
cataloguing.after(() => rm(folder, { recursive: true }));

let now = Date.now();
let failure: Error | null = null;
const files = openCatalogueFiles({
  folder: path.join(folder, 'files'),
  license: 'CC0-1.0',
  log: silent,
  clock: { now: () => now },
  lines: (signal) => {
    if (failure !== null) throw failure;
    return catalogueLines(installation.readModels, signal);
  },
  position: () => Promise.resolve(7),
});
cataloguing.after(() => files.close());
const served = await cataloguing.holds(servePublic(installation, { catalogueFiles: files }));

const HIDDEN = '10.5555/catalogue.1';
for (const n of [1, 2]) await addPaper(installation, `10.5555/catalogue.${n}`, { title: `Pots ${n}` });
await dispatch(installation, publicationAggregate, HIDDEN, { type: 'HidePublication' });
await installation.settled();

type Manifest = {
  readonly url: string;
  readonly count: number;
  readonly size: number;
  readonly sha256: string;
  readonly license: string;
  readonly last_event: { readonly position: number };
};

const manifest = async (): Promise<Manifest> => (await served.get('/catalogue.json')).body as Manifest;

const FILE = '/catalogue.ndjson.gz';

const bytesOf = async (headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(`${served.url}${FILE}`, { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

cataloguing('is a 503 while there is none', async () => {
  failure = new Unavailable('read models', 'they are gone');
  const { status, text } = await served.get('/catalogue.json');
  assert.equal(status, 503, text);
  failure = null;
});

cataloguing('has every public publication, and its manifest describes it', async () => {
  const { url, count, size, sha256, license, last_event: last } = await manifest();
  assert.deepEqual([url, license, last.position], [`${served.url}${FILE}`, 'CC0-1.0', 7]);
  const { response, bytes } = await bytesOf();
  assert.equal(response.headers.get('content-type'), 'application/gzip');
  assert.equal(response.headers.get('content-length'), String(size));
  assert.deepEqual([bytes.length, createHash('sha256').update(bytes).digest('hex')], [size, sha256]);
  const dois = gunzipSync(bytes)
    .toString()
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly doi: string }).doi);
  assert.equal(dois.length, count);
  assert.deepEqual(dois, [...dois].sort());
  assert.ok(dois.includes('10.5555/catalogue.2') && !dois.includes(HIDDEN));
  const { total } = (await served.get('/v1/publications?per_page=1')).body as { readonly total: number };
  assert.equal(count, total);
});

cataloguing('is sent in ranges, and not again', async () => {
  const { response, bytes: all } = await bytesOf();
  const etag = response.headers.get('etag') ?? '';
  const size = all.length;
  for (const [range, start, end] of [
    ['bytes=0-9', 0, 9],
    ['bytes=10-', 10, size - 1],
    ['bytes=-5', size - 5, size - 1],
    ['bytes=5-999999999', 5, size - 1],
  ] as const) {
    const { response: part, bytes } = await bytesOf({ range, 'if-range': etag });
    assert.equal(part.status, 206, range);
    assert.equal(part.headers.get('content-range'), `bytes ${start}-${end}/${size}`);
    assert.deepEqual(bytes, all.subarray(start, end + 1));
  }
  assert.equal((await bytesOf({ range: 'bytes=0-9', 'if-range': '"other"' })).response.status, 200);
  assert.equal((await bytesOf({ range: 'lines=1-2' })).response.status, 200);
  const { response: beyond } = await bytesOf({ range: `bytes=${size}-` });
  assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${size}`]);
  assert.equal((await bytesOf({ 'if-none-match': etag })).response.status, 304);
});

const open = (license = 'CC0-1.0', position = 8) =>
  openCatalogueFiles({
    folder: path.join(folder, 'files'),
    license,
    log: silent,
    clock: { now: () => now },
    lines: (signal) => catalogueLines(installation.readModels, signal),
    position: () => Promise.resolve(position),
  });

cataloguing('is kept for a day, also by another process, unless the licence changes', async () => {
  const positionOf = async (opened: ReturnType<typeof open>): Promise<number> => {
    const { position } = (await opened.latest()).manifest;
    await opened.close();
    return position;
  };
  assert.equal(await positionOf(open()), 7);
  assert.equal(await positionOf(open('CC-BY-4.0')), 8);
  // A backup was restored.
  assert.equal(await positionOf(open('CC-BY-4.0', 5)), 5);
  now += CATALOGUE.ageMs;
  assert.equal(await positionOf(open('CC-BY-4.0')), 8);
  const names = await readdir(path.join(folder, 'files'));
  assert.deepEqual(
    names.filter((name) => name.endsWith('.part')),
    [],
  );
});
