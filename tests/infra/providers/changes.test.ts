/** Requests to Crossref about many records at once, and how responses are interpreted. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseDoi } from '../../../domain/doi.ts';
import { ID } from '../../../domain/limits.ts';
import { openProviders } from '../../../infra/providers/index.ts';
import type { Providers } from '../../../workers/ingestion/ports.ts';
import { answering, json, status, type Answering, type Reaction } from '../../support/answering.ts';
import { suite } from '../../support/suite.ts';

const asking = suite('asking Crossref which records have changed');

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** In the first minutes of a day. */
const ASKED = Date.UTC(2026, 10, 20, 0, 5);
const [A, B, C] = ['10.5555/a', '10.5555/b', '10.5555/c'];
const signal = (): AbortSignal => new AbortController().signal;

const stamp = (timestamp: number) => ({ 'date-parts': [[2026, 11, 20]], timestamp });
const work = (DOI: string, deposited: number, more: object = {}) => ({
  ...{ DOI, deposited: stamp(deposited), indexed: stamp(ASKED + DAY_MS) },
  ...more,
});
const works = (...items: readonly unknown[]): Reaction =>
  json({ status: 'ok', 'message-type': 'work-list', message: { 'total-results': items.length, items } });
const updatedBy = (type: string) => ({ 'updated-by': [{ DOI: '10.5555/notice', type, source: 'retraction-watch' }] });

type Scene = { readonly providers: Providers; readonly server: Answering };

const over = async (reaction: Reaction, test: (scene: Scene) => Promise<void>): Promise<void> => {
  const server = await answering(reaction);
  const providers = openProviders({
    urls: { orcid: server.url, crossref: server.url, datacite: server.url, openalex: server.url },
    ...{ rate: 0, concurrency: 0, mailto: 'library@example.org', openalexApiKey: null, version: 'test' },
  });
  try {
    await test({ providers, server });
  } finally {
    await providers.close();
    await server.close();
  }
};

const queryOf = (address = ''): URLSearchParams => new URL(address, 'http://crossref').searchParams;

/** Of a filter, as Crossref parses it. */
const filtersOf = (address = ''): readonly (readonly [name: string, value: string])[] =>
  (queryOf(address).get('filter') ?? '').split(',').map((each) => {
    const [name = '', ...value] = each.split(':');
    return [name, value.join(':')];
  });
const doisOf = (address = ''): readonly string[] =>
  filtersOf(address).flatMap(([name, value]) => (name === 'doi' ? [value] : []));

const changedOf = async (
  reaction: Reaction,
  since: ReadonlyMap<string, number> = new Map([A, B, C].map((doi) => [doi, ASKED])),
): Promise<readonly string[]> => {
  let changed: readonly string[] = [];
  await over(reaction, async ({ providers }) => {
    changed = [...(await providers.changedSince(since, signal()))];
  });
  return changed;
};

asking('makes one request, for records indexed since the day before the earliest of the last requests', () =>
  over(works(), async ({ providers, server }) => {
    const since = new Map([
      [A, ASKED + 3 * DAY_MS],
      [B, ASKED],
    ]);
    assert.deepEqual([...(await providers.changedSince(since, signal()))], []);
    assert.deepEqual(
      server.requests.map(({ url = '' }) => new URL(url, server.url).pathname),
      ['/works'],
    );
    const [request] = server.requests;
    assert.deepEqual(filtersOf(request?.url), [
      ['from-index-date', '2026-11-19'],
      ['doi', A],
      ['doi', B],
    ]);
    const query = queryOf(request?.url);
    assert.deepEqual(
      [query.get('select'), query.get('rows'), query.get('mailto')],
      ['DOI,deposited,indexed,updated-by', '2', 'library@example.org'],
    );
    assert.match(request?.headers['user-agent'] ?? '', /^Colophon\/test \(mailto:library@example\.org\)$/u);
  }),
);

asking('makes no request for no records', () =>
  over(works(), async ({ providers, server }) => {
    assert.equal((await providers.changedSince(new Map(), signal())).size, 0);
    assert.equal(server.requests.length, 0);
  }),
);

asking('finds those deposited since the last request for each, or a day before: Crossref may index later', async () => {
  const since = new Map([
    [A, ASKED],
    [B, ASKED],
    [C, ASKED + 10 * DAY_MS],
  ]);
  const deposited = ASKED - 23 * HOUR_MS;
  assert.deepEqual(
    await changedOf(works(work(A.toUpperCase(), deposited), work(B, ASKED - 25 * HOUR_MS), work(C, deposited)), since),
    [A],
  );
});

asking('finds no record that others cite, correct or relate to', async () => {
  const old = ASKED - 300 * DAY_MS;
  assert.deepEqual(await changedOf(works(work(A, old), work(B, old, updatedBy('correction')))), []);
});

asking('finds retractions by other publishers, each time the notice is indexed', async () => {
  const old = ASKED - 300 * DAY_MS;
  const before = { ...updatedBy('retraction'), indexed: stamp(ASKED - 2 * DAY_MS) };
  assert.deepEqual(await changedOf(works(work(A, old, updatedBy('retraction')), work(B, old, before))), [A]);
});

asking('ignores a DOI that was not requested, and one without a date', async () => {
  const items = [work('10.5555/other', ASKED), { DOI: A }, { DOI: B, deposited: { timestamp: 'today' } }];
  const withdrawn = { DOI: '10.5555/withdrawn', ...updatedBy('retraction') };
  assert.deepEqual(await changedOf(works(...items, withdrawn, work('no DOI', ASKED))), []);
});

asking('finds none if the response is 404', async () => assert.deepEqual(await changedOf(status(404)), []));

const UNUSABLE: Readonly<Record<string, unknown>> = {
  'no list': { message: { DOI: A } },
  'works without DOIs': { message: { items: [{ deposited: stamp(ASKED) }] } },
  text: 'changed',
  null: null,
};
for (const [what, body] of Object.entries(UNUSABLE))
  asking(`refuses ${what}`, () => assert.rejects(changedOf(json(body)), { code: 'unexpected_shape' }));

asking('reports a refusal', () => assert.rejects(changedOf(status(400)), { code: 'refused' }));

asking('interprets responses exactly', () =>
  over(
    (response, { url }) =>
      works(...[...doisOf(url), '10.5555/extra'].map((doi) => work(doi, ASKED)))(response, {} as never),
    async ({ providers, server }) => {
      const doi = fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
        .map((suffix) => `10.5555/${suffix}`)
        .filter((text) => {
          try {
            return parseDoi(text) === text;
          } catch {
            return false;
          }
        });
      const tricky = fc.constantFrom(
        ...[
          '10.5555/a,is-update:true',
          '10.5555/a,doi:10.5555/b',
          '10.5555/a&rows=1000',
          '10.5555/a"b',
          '10.5555/a\\b',
        ],
        ...['10.5555/a%2cb', '10.5555/a|b', '10.5555/a#b', '10.5555/a?b', '10.5555/a+b', '10.5555/ü'],
        ...['10.1002/(sici)1099-0771(199806)11:2<107::aid-bdm292>3.0.co;2-y', '10.5555/'.padEnd(ID.doi, 'x')],
      );
      const page = fc.uniqueArray(fc.oneof(doi, tricky), { maxLength: 60 });
      await fc.assert(
        fc.asyncProperty(page, async (dois) => {
          const before = server.requests.length;
          const changed = await providers.changedSince(new Map(dois.map((each) => [each, ASKED])), signal());
          const requests = server.requests.slice(before).map(({ url }) => url ?? '');
          const named = requests.flatMap(doisOf);
          assert.ok(requests.every((url) => url.length < 4_096));
          assert.ok(
            requests.every((url) => filtersOf(url).every(([name]) => ['from-index-date', 'doi'].includes(name))),
          );
          assert.equal(new Set(named).size, named.length);
          assert.ok(named.every((each) => dois.includes(each)));
          assert.deepEqual([...changed].sort(), [...named].sort());
        }),
        { numRuns: 100 },
      );
    },
  ),
);

asking('splits a request that is too long or too large for one URL', () =>
  over(works(), async ({ providers, server }) => {
    const dois = (count: number, length: number) =>
      new Map(Array.from({ length: count }, (_, n) => [`10.5555/${n}.`.padEnd(length, 'x'), ASKED] as const));
    for (const [since, requests] of [
      [dois(50, 30), 1],
      [dois(51, 30), 2],
      [dois(50, 100), 2],
    ] as const) {
      const before = server.requests.length;
      await providers.changedSince(since, signal());
      assert.equal(server.requests.length - before, requests);
    }
  }),
);
