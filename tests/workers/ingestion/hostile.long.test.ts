/** Providers with arbitrary responses: each job ends in its first attempt, with a reason. */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { Job } from '../../../domain/ingestion/state.ts';
import { PROVIDER, RECORD } from '../../../domain/limits.ts';
import { inventedOrcid } from '../../support/history/papers.ts';
import { hostileProviders, respondWith, type Answer, type HostileProviders } from '../../support/hostile-providers.ts';
import { ingestAll } from '../../support/ingesting.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';

const hostile = suite('a job whose provider is hostile');
let providers: HostileProviders;
let installation: Installation;
let people = 500;

hostile.before(async () => {
  providers = await hostileProviders();
  installation = await openInstallation({ urls: providers.urls, matching: false });
});
hostile.after(async () => {
  await installation.stop();
  await providers.close();
});

const ingested = async (answers: Readonly<Record<string, Answer>>): Promise<Job> => {
  providers.forget();
  for (const [containing, how] of Object.entries(answers)) providers.answer(containing, how);
  const [job] = await ingestAll(installation, [inventedOrcid((people += 1))]);
  assert.ok(job);
  return job;
};

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const packed =
  (bytes: number): Answer =>
  (response) =>
    void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(bytes, 0x20)));

const page = (next: string | null, results: readonly object[]) => ({
  meta: { count: results.length, next_cursor: next },
  results,
});
const listed = (n: number) => ({ id: `https://openalex.org/W${n}`, title: `T ${n}`, type: 'article' });
let pages = 0;

/** The response for the list of an iD, and the code of the reason. */
const LISTS: Readonly<Record<string, readonly [string, Answer]>> = {
  'is nested 100,000 levels deep': ['too_deep', respondWith(`{"meta":${nested(100_000)},"results":[]}`)],
  'is compressed and expands beyond the limit': ['too_large', packed(PROVIDER.answerBytes + 1)],
  'is never valid JSON': ['not_json', respondWith('<html>')],
  'has another schema': ['unexpected_shape', respondWith({ meta: 1, results: 2 })],
  'redirects to another host': [
    'redirected',
    (response) => void response.writeHead(302, { location: 'http://127.0.0.2:9/' }).end(),
  ],
  'has a redirect loop': ['redirected', (response, { url }) => void response.writeHead(302, { location: url }).end()],
  'has endless pages': [
    'too_many',
    (response, request) => respondWith(page(`c${(pages += 1)}`, [listed(pages)]))(response, request),
  ],
  'has endless works': [
    'too_many',
    (response, request) => {
      pages += 1;
      const works = Array.from({ length: 2_000 }, (_, n) => listed(pages * 2_000 + n));
      respondWith(page(`c${pages}`, works))(response, request);
    },
  ],
  'returns to a page that was read': ['unexpected_shape', respondWith(page('again', [listed(1)]))],
};

for (const [what, [code, answer]] of Object.entries(LISTS))
  hostile(`ends at once when a list ${what}`, async () => {
    const job = await ingested({ 'author.orcid': answer });
    assert.deepEqual([job.status, job.attempt, job.error?.code], ['failed', 1, code]);
    assert.match(job.error?.message ?? '', /\w+ \w+/u);
    assert.ok(providers.requested.length < PROVIDER.listPages + 10, `${providers.requested.length} requests`);
  });

hostile('ends at once when the record of the iD is locked, which retries would not change', async () => {
  const job = await ingested({ '/orcid/': (response) => void response.writeHead(409).end() });
  assert.deepEqual([job.status, job.attempt, job.error?.code], ['failed', 1, 'locked']);
});

const DOI = '10.5555/hostile';
const works = (dois: readonly string[]) => ({
  group: dois.map((doi, n) => ({
    'external-ids': {
      'external-id': [{ 'external-id-type': 'doi', 'external-id-value': doi, 'external-id-relationship': 'self' }],
    },
    'work-summary': [{ 'put-code': n + 1, title: { title: { value: `Listed ${doi}` } } }],
  })),
});

const record = (more: object): string =>
  JSON.stringify({ message: { DOI, type: 'journal-article', title: ['T'], ...more } });

/** Crossref's record of the one work, and the code of the reason; null if it is accepted. */
const RECORDS: Readonly<Record<string, readonly [string | null, string]>> = {
  'is nested 100,000 levels deep': ['too_deep', `{"message":{"DOI":"${DOI}","x":${nested(100_000)}}}`],
  'has another schema': ['unexpected_shape', JSON.stringify({ message: { DOI: 1e308 } })],
  'names prototypes': [
    null,
    `{"message":{"DOI":"${DOI}","title":["x"],"type":"__proto__","publisher":"constructor","__proto__":{"polluted":1},"author":[{"__proto__":{"given":"x"},"family":"__proto__"},{"family":"constructor"}]}}`,
  ],
  'has huge numbers and wrong types': [
    null,
    record({
      issued: { 'date-parts': [[1e308, -3, 99]] },
      author: [1, null, 'x', [], { family: 3, given: {} }, { ORCID: 7 }],
      page: 3,
      ISSN: 'x',
      'update-to': [1, { DOI: 3 }],
    }),
  ],
  'withdraws a hundred thousand others': [
    null,
    record({ 'update-to': Array.from({ length: 100_000 }, (_, n) => ({ DOI: `10.5555/w${n}`, type: 'retraction' })) }),
  ],
};

for (const [what, [code, body]] of Object.entries(RECORDS))
  hostile(`continues when a record ${what}`, async () => {
    const other = '10.5555/hostile.other';
    const job = await ingested({
      '/works': respondWith(works([DOI, other])),
      '/crossref/': respondWith(JSON.stringify({ message: { DOI: other, title: ['Other'] } })),
      [`/crossref/works/${DOI}`]: (response, request) =>
        respondWith(
          request.url?.endsWith('other') === true ? JSON.stringify({ message: { DOI: other, title: ['O'] } }) : body,
        )(response, request),
      'author.orcid': respondWith(page(null, [])),
      'filter=doi': respondWith(page(null, [])),
    });
    assert.deepEqual([job.status, job.attempt], ['succeeded', 1]);
    assert.deepEqual(
      job.failedWorks.map(({ work, error }) => [work, error.code]),
      code === null ? [] : [[DOI, code]],
    );
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });

hostile('accepts or refuses a record of a million authors, and keeps no more than the limit', async () => {
  const authors = Array.from({ length: 1_000_000 }, () => '{"family":"B"}').join(',');
  const job = await ingested({
    '/works': respondWith(works([DOI])),
    '/crossref/': respondWith(`{"message":{"DOI":"${DOI}","title":["x"],"author":[${authors}]}}`),
    'author.orcid': respondWith(page(null, [])),
    'filter=doi': respondWith(page(null, [])),
  });
  assert.deepEqual([job.status, job.attempt], ['succeeded', 1]);
  for await (const { data } of installation.events.readStream(`publication-org~${DOI}`))
    assert.ok(JSON.stringify(data).length < 2 * RECORD.bytes + 10_000);
});
