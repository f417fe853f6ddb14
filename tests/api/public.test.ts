/** The public API: shapes, parameters, validators and errors, as documented. */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { publicationAggregate } from '../../commands/publication.ts';
import { Unavailable } from '../../domain/errors.ts';
import { REQUEST } from '../../domain/limits.ts';
import { publicItems } from '../../projections/catalogue/public-items.ts';
import { publicRoutes } from '../../api/public/index.ts';
import { openIngested } from '../support/ingested.ts';
import { addPaper } from '../support/papers.ts';
import { DOIS } from '../support/sample.ts';
import { linkEmerita } from '../support/people.ts';
import { servePublic } from '../support/serving.ts';
import { plainCitations } from '../support/plain-citations.ts';
import { suite } from '../support/suite.ts';
import { dispatch } from '../support/dispatch.ts';

const CARBERRY = '0000-0002-1825-0097';
type Item = {
  readonly doi: string;
  readonly doi_url: string;
  readonly publication_year: number | null;
  readonly cited_by_count: number | null;
  readonly title: string | null;
};
type Listing = {
  readonly publications: readonly Item[];
  readonly total: number;
  readonly pages: number;
  readonly page: number;
  readonly per_page: number;
  readonly q: string;
};

const serving = suite('the public API');

const installation = await serving.holds(openIngested());
const served = await serving.holds(servePublic(installation));

const listing = async (query: string): Promise<Listing> => {
  const { status, body, text } = await served.get(`/v1/publications${query}`);
  assert.equal(status, 200, text);
  return body as Listing;
};

serving('is healthy', async () => assert.deepEqual((await served.get('/health')).body, { status: 'ok' }));

serving('serves every route in the declared shape', async () => {
  const { works } = (await served.get('/v1/works')).body as { readonly works: readonly { readonly id: string }[] };
  const emerita = await linkEmerita(installation, '10.5555/cpot.2019.001');
  await installation.settled();
  const paths: Readonly<Record<string, string>> = {
    '/v1/doi/*doi': '/v1/doi/10.5555/cpot.2019.001',
    '/v1/researchers/:orcid': `/v1/researchers/${CARBERRY}`,
    '/v1/works/:id': `/v1/works/${encodeURIComponent(works[0]?.id ?? '')}`,
    '/v1/researchers/:orcid/publications': `/v1/researchers/${CARBERRY}/publications`,
    '/v1/people-without-orcid/:id': `/v1/people-without-orcid/${emerita}`,
    '/v1/people-without-orcid/:id/publications': `/v1/people-without-orcid/${emerita}/publications`,
  };
  // `served` fails on a response that is not as its route declares.
  for (const { path } of publicRoutes({
    readModels: installation.readModels,
    citations: plainCitations,
    url: served.url,
  }))
    assert.equal((await served.get(paths[path] ?? path)).status, 200, path);
});

serving('echoes the parameters that were sent, and those that were not', async () => {
  const { publications, ...rest } = (await served.get('/v1/publications?per_page=5&q=%20POTS%20&min_cited_by=1'))
    .body as Record<string, unknown>;
  assert.ok(Array.isArray(publications));
  const { total, pages, ...echoes } = rest;
  assert.equal(pages, Math.ceil(Number(total) / 5));
  assert.deepEqual(echoes, {
    page: 1,
    per_page: 5,
    sort: 'last_fetched_at',
    dir: 'desc',
    q: 'POTS',
    publication_type: null,
    publication_year: null,
    from_year: null,
    to_year: null,
    contributor: '',
    container: '',
    funder: '',
    search: '',
    min_cited_by: 1,
    language: null,
    open_access: null,
    licence: null,
    is_retracted: null,
    updated_since: null,
  });
});

serving('pages through everything once, in every order, and is empty past the end', async () => {
  for (const sort of [
    'last_fetched_at',
    'publication_date',
    'publication_year',
    'cited_by_count',
    'title',
    'datestamp',
  ])
    for (const dir of ['asc', 'desc']) {
      const seen: string[] = [];
      for (let page = 1; page <= 5; page += 1)
        seen.push(
          ...(await listing(`?sort=${sort}&dir=${dir}&per_page=4&page=${page}`)).publications.map(({ doi }) => doi),
        );
      assert.deepEqual([...seen].sort(), [...DOIS].sort(), `${sort} ${dir}`);
    }
  assert.deepEqual((await listing('?page=9007199254740991')).publications, []);
});

serving('breaks ties by ascending id in both directions', async () => {
  for (const dir of ['asc', 'desc']) {
    const { publications } = await listing(`?sort=publication_year&dir=${dir}&per_page=100`);
    publications.forEach((item, index) => {
      const next = publications[index + 1];
      if (next?.publication_year === item.publication_year)
        assert.ok(item.doi < next.doi, `${item.doi} before ${next.doi}`);
    });
  }
});

for (const [q, doi] of [
  ['angstrom', '10.5555/cpot.2021.031'],
  ['SPRODIGKEIT', '10.5555/cpot.2021.031'],
  ['割れた', '10.5555/cpot.2022.002'],
  ['terra sig', '10.5555/cpot.2021.007'],
  ['психо', '10.5555/cpot.2022.018'],
] as const)
  serving(`finds ${doi} by "${q}"`, async () =>
    assert.deepEqual(
      (await listing(`?q=${encodeURIComponent(q)}`)).publications.map((item) => item.doi),
      [doi],
    ),
  );

for (const q of [CARBERRY, CARBERRY.replaceAll('-', ''), `https://orcid.org/${CARBERRY}`])
  serving(`finds a researcher by the iD "${q}"`, async () => {
    const { body } = await served.get(`/v1/researchers?q=${encodeURIComponent(q)}`);
    const { researchers } = body as { researchers: readonly { orcid: string }[] };
    assert.deepEqual(
      researchers.map(({ orcid }) => orcid),
      [CARBERRY],
    );
  });

serving('filters by type, year and citations, together', async () => {
  const { publications } = await listing('?publication_type=article-journal&publication_year=2023&min_cited_by=5');
  assert.deepEqual(
    publications.map(({ doi }) => doi),
    ['10.5555/cpot.2023.021'],
  );
});

for (const [query, named] of [
  ['per_pgae=3', 'did you mean per_page?'],
  ['page=0', 'page'],
  ['page=one', 'must be an integer'],
  ['per_page=101', 'per_page'],
  ['page=1&page=2', 'must not be repeated'],
  ['sort=doi', 'must be one of last_fetched_at'],
  ['dir=up', 'must be one of asc, desc'],
  ['min_cited_by=-1', 'min_cited_by'],
  ['publication_year=2021.5', 'must be an integer'],
  ['publication_type=', 'publication_type'],
] as const)
  serving(`refuses ?${query} and says why`, async () => {
    const { status, text } = await served.get(`/v1/publications?${query}`);
    assert.equal(status, 400);
    assert.ok(text.includes(named), text);
  });

serving('accepts a DOI with slashes or percent-encoded, in any case', async () => {
  for (const path of ['10.5555/cpot.2019.001', '10.5555%2Fcpot.2019.001', '10.5555/CPOT.2019.001'])
    assert.equal(((await served.get(`/v1/doi/${path}`)).body as Item).doi, '10.5555/cpot.2019.001');
});

serving('accepts the `doi_url` of a response, percent-encoded for the path or as it is', async () => {
  const doi = '10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o';
  await addPaper(installation, doi, { original: { type: 'article-journal', title: 'Angles', DOI: doi } });
  await installation.settled();
  const { doi_url: url = '' } = (await listing('?q=angles')).publications[0] ?? {};
  for (const path of [encodeURIComponent(doi), encodeURIComponent(url), url])
    assert.equal(((await served.get(`/v1/doi/${path}`)).body as Item).doi, doi, path);
  await dispatch(installation, publicationAggregate, doi, { type: 'DeletePublication' });
  await installation.settled();
});

for (const path of [
  '/v1/doi/10.5555/nowhere',
  '/v1/doi/nonsense',
  '/v1/doi/%E0%A4%A',
  '/v1/researchers/0000-0000-0000-1012x',
  '/v1/researchers/0000-0001-5109-3700',
  '/v2',
  '/',
])
  serving(`answers 404 to ${path}`, async () => {
    const { status, body } = await served.get(path);
    assert.equal(status, 404);
    assert.equal(typeof (body as { error: unknown }).error, 'string');
  });

serving('lists nothing for an unknown iD, and refuses an invalid one', async () => {
  assert.equal(((await served.get('/v1/researchers/0000-0001-5109-3700/publications')).body as Listing).total, 0);
  assert.equal((await served.get('/v1/researchers/0000-0002-1825-0098/publications')).status, 400);
});

serving('returns 304 to a client that already has the response, and 200 once it has changed', async () => {
  const path = '/v1/doi/10.5555/soft.potlib';
  const etag = (await served.get(path)).headers.get('etag') ?? '';
  assert.match(etag, /^"\d+\.[\w-]+"$/);
  for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await served.get(path, { headers: { 'if-none-match': sent } });
    assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', etag]);
  }
  const edit = { type: 'EditPublication', changes: [{ path: '/title', after: 'potlib, corrected' }] } as const;
  await dispatch(installation, publicationAggregate, '10.5555/soft.potlib', edit);
  await installation.settled();
  const changed = await served.get(path, { headers: { 'if-none-match': etag } });
  assert.equal(changed.status, 200);
  assert.equal((changed.body as { data: { title: string }; edit_count: number }).data.title, 'potlib, corrected');
});

serving('lists what has changed since a time, as late as its last change', async () => {
  const doi = '10.5555/soft.potlib';
  const command = { type: 'EditPublication', changes: [{ path: '/publisher', after: 'Another press' }] } as const;
  await dispatch(installation, publicationAggregate, doi, command);
  await installation.settled();
  const changedAt = (await installation.readModels.get(publicItems, doi))?.datestamp ?? Number.NaN;
  const listed = async (query: string) => (await listing(query)).publications.map((each) => each.doi);
  assert.equal((await listed('?sort=datestamp&dir=asc')).at(-1), doi);
  assert.ok((await listed(`?updated_since=${changedAt}`)).includes(doi));
  assert.deepEqual(await listed(`?updated_since=${changedAt + 1}`), []);
  assert.equal((await served.get('/v1/publications?updated_since=yesterday')).status, 400);
});

serving('no longer shows or counts what staff hide or delete', async () => {
  const counted = async (): Promise<number> =>
    ((await served.get(`/v1/researchers/${CARBERRY}`)).body as { publication_count: number }).publication_count;
  const send = async (type: 'HidePublication' | 'ShowPublication'): Promise<void> => {
    await dispatch(installation, publicationAggregate, '10.5555/cpot.2019.001', { type });
    await installation.settled();
  };
  const before = await counted();
  await send('HidePublication');
  assert.equal((await served.get('/v1/doi/10.5555/cpot.2019.001')).status, 404);
  assert.equal((await listing('')).total, DOIS.length - 1);
  assert.equal(await counted(), before - 1);
  await send('ShowPublication');
  assert.equal(await counted(), before);
});

serving('answers HEAD as GET without the body', async () => {
  const got = await served.get('/v1/publications');
  const head = await served.get('/v1/publications', { method: 'HEAD' });
  assert.deepEqual([head.status, head.text, head.headers.get('etag')], [200, '', got.headers.get('etag')]);
});

serving('responds uncompressed to a client that accepts no encoding', async () => {
  for (const none of ['*;q=0', 'identity;q=0', 'gzip;q=0, identity;q=0']) {
    const { status, headers } = await served.get('/v1/publications', { headers: { 'accept-encoding': none } });
    assert.deepEqual([status, headers.get('content-encoding')], [200, null], none);
  }
});

serving('names the methods that a URL allows', async () => {
  const { status, headers, body } = await served.get('/v1/publications', { method: 'DELETE' });
  assert.equal(status, 405);
  assert.deepEqual(headers.get('allow')?.split(', ').sort(), ['GET', 'HEAD']);
  assert.equal(typeof (body as { error: unknown }).error, 'string');
});

serving('lets every website read it', async () => {
  const { headers } = await served.get('/v1/publications', { headers: { origin: 'https://example.org' } });
  assert.equal(headers.get('access-control-allow-origin'), '*');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  const long = await served.get(`/v1/publications?q=${'x'.repeat(REQUEST.urlBytes)}`);
  assert.deepEqual([long.status, long.headers.get('access-control-allow-origin')], [414, '*']);
  assert.equal((await served.get('/v1/publications')).headers.get('content-encoding'), 'gzip');
});

serving('withstands malformed requests', async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sent = request(`${served.url}/v1/publications?q=${'%ff'.repeat(10)}&page=1%00`, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject).end();
  });
  assert.equal(status, 400);
});

const failing = suite('the public API without its stores');
failing('answers 503 with Retry-After, and reveals no internals', async () => {
  const away = new Proxy({} as never, {
    get: () => () => Promise.reject(new Unavailable('read models', 'ECONNREFUSED 10.1.2.3')),
  });
  await using lone = await servePublic({ ...installation, readModels: away });
  const { status, headers, text } = await lone.get('/v1/publications');
  assert.equal(status, 503);
  assert.ok(Number(headers.get('retry-after')) > 0);
  assert.ok(!text.includes('10.1.2.3'));
});
failing('answers 500 with nothing but the correlation id', async () => {
  const broken = new Proxy({} as never, { get: () => () => Promise.reject(new TypeError('secret of the house')) });
  await using lone = await servePublic({ ...installation, readModels: broken });
  const { status, body } = await lone.get('/v1/publications', { headers: { 'x-request-id': 'mine-12345678' } });
  assert.equal(status, 500);
  assert.deepEqual(body, { error: 'internal error', details: { correlation_id: 'mine-12345678' } });
});

failing('answers 503 when it takes too long', async () => {
  const slow = new Proxy({} as never, { get: () => () => new Promise(() => undefined) });
  await using lone = await servePublic({ ...installation, readModels: slow }, { requestTimeoutMs: 50 });
  const { status, headers } = await lone.get('/v1/publications');
  assert.equal(status, 503);
  assert.equal(headers.get('retry-after'), '5');
});
