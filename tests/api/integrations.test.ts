/** The integrations API over a real socket: what a website's plug-in reads, within its own workspace. */
import assert from 'node:assert/strict';
import { createWorkspace } from '../../commands/bootstrap.ts';
import { projectAggregate } from '../../commands/project.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import { PROJECT_FIELDS } from '../support/examples/administration.ts';
import { openIngested } from '../support/ingested.ts';
import { plugIn, type PlugIn } from '../support/plug-ins.ts';
import { servePublic, type Reply } from '../support/serving.ts';
import { suite } from '../support/suite.ts';
import { dispatch } from '../support/dispatch.ts';

const reading = suite('the integrations API');
const PAPER = '10.5555/cpot.2019.001';
const PATHS = ['publications', 'works', 'projects', 'people'] as const;
const PROJECT = {
  ...PROJECT_FIELDS,
  title: 'Psychoceramics at large',
  abstract: 'Cracked pots',
  funding_entities: ['ERC'],
};

const installation = await reading.holds(openIngested());
await createWorkspace(installation, 'other', 'Other');
await dispatch(installation, projectAggregate, 'pots', { type: 'CreateProject', id: 'pots', fields: PROJECT });
await dispatch(installation, projectAggregate, 'pots', { type: 'MoveProject', move: 'publish' });
const served = await reading.holds(servePublic(installation));
const site = await plugIn(installation);

const read = (path: string, from: PlugIn = site): Promise<Reply> =>
  served.get(`/integrations/v1/${path}`, { headers: from.headers });

type Page = Readonly<Record<string, unknown>> & { readonly total: number; readonly pages: number };
const page = async (path: string, from?: PlugIn): Promise<Page> => {
  const reply = await read(path, from);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Page;
};
const items = (body: Page, name: string): readonly Readonly<Record<string, unknown>>[] =>
  body[name] as readonly Readonly<Record<string, unknown>>[];

reading('reports its version without a credential', async () =>
  assert.deepEqual((await served.get('/integrations/v1/health')).body, { status: 'ok', version: '2026-04-22' }),
);

reading("describes the plug-in's own installation", async () => {
  const { body, headers } = await read('installation');
  const { installation: shown } = body as { installation: Readonly<Record<string, unknown>> };
  assert.deepEqual(
    [shown['id'], shown['workspace_id'], shown['status'], shown['platform'], shown['origins']],
    [site.id, 'org', 'active', 'cms_a', []],
  );
  assert.match(headers.get('etag') ?? '', /^"\d+\./u);
  assert.equal(headers.get('cache-control'), 'private, no-cache');
  assert.equal(headers.get('vary'), 'Accept-Encoding, Origin, X-API-Key');
});

reading('sends Vary: Accept-Encoding with refusals too', async () => {
  const blind = await plugIn(installation, { scopes: [] });
  const { status, headers } = await read('works', blind);
  assert.equal(status, 403);
  assert.equal(headers.get('vary'), 'Accept-Encoding, Origin, Accept, X-API-Key');
});

reading('lists what the workspace shows, and nothing of other workspaces', async () => {
  const stranger = await plugIn(installation, { workspace: 'other' });
  for (const path of PATHS) {
    const [ours, theirs] = [await page(path), await page(path, stranger)];
    assert.ok(ours.total > 0, path);
    assert.equal(items(ours, path).length, Math.min(20, ours.total));
    assert.equal(theirs.total, 0, path);
  }
});

reading('has exactly the documented fields', async () => {
  const keys = async (path: string): Promise<readonly string[]> =>
    Object.keys(items(await page(path), path)[0] ?? {}).sort();
  const documented = {
    publications: [
      'author_match_state',
      'cited_by_count',
      'doi',
      'doi_url',
      'last_fetched_at',
      'publication_date',
      'publication_type',
      'publication_year',
      'title',
    ],
    works: ['created_at', 'href', 'id', 'publication_date', 'publication_year', 'title', 'work_type'],
    projects: [
      'abstract',
      'created_at',
      'end_date',
      'funding_entities',
      'funding_partner_images',
      'href',
      'id',
      'org_funding_amount',
      'org_funding_currency',
      'programme',
      'project_logo',
      'proponent_institution',
      'start_date',
      'title',
      'total_funding_amount',
      'total_funding_currency',
    ],
    people: ['name', 'people_type', 'photo_url', 'slug'],
  };
  for (const path of PATHS) assert.deepEqual(await keys(path), documented[path]);
});

reading('echoes its filters, with null for those not sent', async () => {
  const { publications: _items, ...echoes } = await page('publications?q=%20Pots%20&min_cited_by=0&dir=asc');
  const { total, pages, ...rest } = echoes;
  assert.equal(pages, Math.ceil(total / 20));
  assert.deepEqual(rest, {
    page: 1,
    per_page: 20,
    q: 'Pots',
    sort: 'last_fetched_at',
    dir: 'asc',
    publication_type: null,
    publication_year: null,
    from_year: null,
    to_year: null,
    contributor: '',
    container: '',
    funder: '',
    search: '',
    min_cited_by: 0,
    language: null,
    open_access: null,
    licence: null,
    is_retracted: null,
  });
  const works = await page('works');
  assert.deepEqual([works['sort'], works['work_type'], works['publication_year']], ['created_at', null, null]);
  const projects = await page('projects?funding_currency=EUR');
  assert.deepEqual([projects['sort'], projects['funding_currency'], projects.total], ['created_at', 'EUR', 1]);
  assert.equal((await page('projects?funding_currency=USD')).total, 0);
});

reading('searches publications by title and DOI, not by author', async () => {
  const all = await page('publications');
  for (const q of [PAPER, `doi:${PAPER}`, `https://dx.doi.org/${PAPER}`])
    assert.ok((await page(`publications?q=${encodeURIComponent(q)}`)).total >= 1, q);
  assert.equal((await page('publications?q=carberry')).total, 0);
  for (const nothing of ['§', '-', '""', '🏺'])
    for (const listing of ['publications', 'people', 'works', 'projects'])
      assert.equal((await page(`${listing}?q=${encodeURIComponent(nothing)}`)).total, 0, `${listing}, ${nothing}`);
  assert.ok((await page('people?q=carberry')).total === 1);
  assert.ok((await page('publications?q=pots')).total < all.total);
});

reading('sorts as requested, with missing values last', async () => {
  for (const sort of ['publication_date', 'cited_by_count', 'last_fetched_at'])
    for (const dir of ['asc', 'desc']) {
      const values = items(await page(`publications?sort=${sort}&dir=${dir}&per_page=100`), 'publications').map(
        (item) => item[sort] as string | number | null,
      );
      const known = values.filter((value) => value !== null);
      assert.deepEqual(values.slice(0, known.length), known);
      const sorted = [...known].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      assert.deepEqual(known, dir === 'asc' ? sorted : sorted.reverse());
    }
});

reading('shows nothing that staff hid, and nobody without a remaining publication', async () => {
  const before = await page('publications');
  await dispatch(installation, publicationAggregate, PAPER, { type: 'DeletePublication' });
  await installation.settled();
  assert.equal((await page('publications')).total, before.total - 1);
  assert.equal((await page(`publications?q=${encodeURIComponent(PAPER)}`)).total, 0);
});

reading('refuses in a body of exactly three properties', async () => {
  const cases: readonly (readonly [string, RequestInit, number, string])[] = [
    ['publications?per_page=0', { headers: site.headers }, 400, 'invalid_query'],
    ['publications?page=0', { headers: site.headers }, 400, 'invalid_query'],
    ['publications?per_page=101', { headers: site.headers }, 400, 'invalid_query'],
    ['publications?sort=title', { headers: site.headers }, 400, 'invalid_query'],
    ['publications?per_pgae=3', { headers: site.headers }, 400, 'invalid_query'],
    ['publications?min_cited_by=-1', { headers: site.headers }, 400, 'invalid_query'],
    ['publications?q=a&q=b', { headers: site.headers }, 400, 'invalid_query'],
    ['people?sort=name', { headers: site.headers }, 400, 'invalid_query'],
    ['projects?funding_currency=CHF', { headers: site.headers }, 400, 'invalid_query'],
    ['works?publication_year=soon', { headers: site.headers }, 400, 'invalid_query'],
    ['publications', {}, 401, 'missing_credential'],
    ['installation', { headers: { 'x-api-key': 'coli_wrong' } }, 401, 'invalid_credential'],
    ['nothing', { headers: site.headers }, 404, 'not_found'],
    ['publications', { method: 'POST', headers: site.headers }, 405, 'method_not_allowed'],
  ];
  for (const [path, init, status, code] of cases) {
    const reply = await served.get(`/integrations/v1/${path}`, init);
    assert.equal(reply.status, status, `${path}: ${reply.text}`);
    const body = reply.body as { error: string; code: string };
    assert.deepEqual(Object.keys(body).sort(), ['code', 'details', 'error'], path);
    assert.equal(body.code, code, path);
    assert.ok(body.error.length > 0);
  }
});

reading('checks the credential before the query, and the scope before the query', async () => {
  assert.equal((await served.get('/integrations/v1/publications?per_page=0')).status, 401);
  const narrow = await plugIn(installation, { scopes: ['works.read'] });
  const refused = await read('publications?per_page=0', narrow);
  assert.deepEqual([refused.status, (refused.body as { code: string }).code], [403, 'scope_missing']);
  assert.equal((await read('works', narrow)).status, 200);
  assert.equal((await read('installation', narrow)).status, 200);
});

reading('returns 304 to a client that already has the response', async () => {
  for (const path of [...PATHS, 'installation']) {
    const etag = (await read(path)).headers.get('etag') ?? '';
    const again = await served.get(`/integrations/v1/${path}`, {
      headers: { ...site.headers, 'if-none-match': etag },
    });
    assert.equal(again.status, 304, path);
  }
});
