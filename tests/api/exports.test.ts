/** Exports over a real socket: the publications of a listing as a file. */
import assert from 'node:assert/strict';
import { publicationAggregate } from '../../commands/publication.ts';
import { Unavailable } from '../../domain/errors.ts';
import { FORMAT_NAMES, FORMATS } from '../../formats/index.ts';
import { publications } from '../../projections/catalogue/publications.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { readBibtex } from '../support/bibtex-reader.ts';
import { bodyOf, type Person } from '../support/dashboard.ts';
import { dispatch } from '../support/dispatch.ts';
import { addPaper } from '../support/papers.ts';
import { plugIn } from '../support/plug-ins.ts';
import { servePublic, type Reply } from '../support/serving.ts';
import { refusesEach, staffed } from '../support/staffed.ts';
import { suite } from '../support/suite.ts';

const exporting = suite('an export');

const { installation, dashboard, jo, stranger } = await staffed(exporting, { ingested: true });
const site = await plugIn(installation);
const served = await exporting.holds(servePublic(installation));

type Asking = (path: string) => Promise<Reply>;

const asStaff: Asking = (path) => jo.get(path);
const asSite: Asking = (path) => served.get(path, { headers: site.headers });
const asAnyone: Asking = (path) => served.get(path);

const linesOf = ({ status, text }: Reply): readonly Readonly<Record<string, unknown>>[] => {
  assert.equal(status, 200, text);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
};

const doisOf = (reply: Reply): readonly unknown[] => linesOf(reply).map(({ doi }) => doi);

/** Those of all pages, in their order. */
const listed = async (ask: Asking, path: string): Promise<readonly unknown[]> => {
  const dois: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const { publications: items, pages } = bodyOf<{
      readonly publications: readonly { readonly doi?: string; readonly id?: string }[];
      readonly pages: number;
    }>(await ask(`${path}&per_page=20&page=${page}`));
    dois.push(...items.map(({ doi, id }) => doi ?? id));
    if (page >= pages) return dois;
  }
};

const [{ orcid: LINKED } = { orcid: '' }] = bodyOf<{ people: readonly { readonly orcid: string }[] }>(
  await jo.get('/api/people?per_page=1&sort=publication_count'),
).people;

const LISTINGS: readonly (readonly [Asking, string])[] = [
  [asStaff, '/api/publications?sort=title&dir=asc'],
  [asStaff, '/api/publications?q=pots&status=all&visibility=all'],
  [asStaff, `/api/publications?orcid_id=${LINKED}`],
  [asAnyone, '/v1/publications?sort=publication_date'],
  [asAnyone, '/v1/publications?publication_type=article-journal&min_cited_by=1&sort=title&dir=asc'],
  [asSite, '/integrations/v1/publications?q=pots&sort=cited_by_count'],
  [asAnyone, `/v1/researchers/${LINKED}/publications?sort=publication_date`],
  [asSite, `/v1/people/${LINKED}/publications?sort=title`],
];

exporting('has the publications of all pages of the listing, in its order', async () => {
  // More than are read at a time.
  for (let n = 0; n < 60; n += 1) await addPaper(installation, `10.5555/export.${n}`, { title: `Pots ${n % 7}` });
  await installation.settled();
  for (const [ask, path] of LISTINGS) {
    const dois = await listed(ask, path);
    assert.ok(dois.length > 0, path);
    assert.deepEqual(doisOf(await ask(`${path}&format=ndjson`)), dois, path);
  }
});

exporting('is a file in each format', async () => {
  for (const format of FORMAT_NAMES) {
    const { status, headers, text } = await asAnyone(`/v1/publications?q=pots&format=${format}`);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), `${FORMATS[format].type}${format === 'xlsx' ? '' : '; charset=utf-8'}`);
    assert.equal(
      headers.get('content-disposition'),
      `attachment; filename="publications.${FORMATS[format].extension}"`,
    );
    if (format !== 'xlsx') assert.ok(text.includes('10.5555/export.59'), format);
  }
  const { text } = await asAnyone('/v1/publications?format=bibtex');
  assert.equal(readBibtex(text).length, (await listed(asAnyone, '/v1/publications?')).length);
  assert.equal((await served.get('/v1/publications?format=csv', { method: 'HEAD' })).text, '');
});

const CITED = '/v1/publications?q=pots&sort=title&dir=asc';

exporting('has formatted citations in a style and language, under headings', async () => {
  const { status, headers, text } = await asAnyone(`${CITED}&format=text&style=ieee&locale=de&group=year`);
  assert.equal(status, 200, text);
  assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.match(text, /^# 20\d\d\n\n\[1\] .*\(ieee, de-DE\)/u);
  const total = (await listed(asAnyone, CITED)).length;
  assert.ok(total > 25 && text.includes(`[${total}] `));
  const [, ...years] = (await asAnyone('/v1/publications?sort=title&format=text&group=year')).text.split(/^# /mu);
  const headings = years.map((year) => /^\d+/u.exec(year)?.[0] ?? '');
  assert.ok(headings.length > 2);
  assert.deepEqual(headings, [...new Set(headings)].sort().reverse());
  const [, ...paragraphs] = (await asAnyone(`${CITED}&format=html&group=type`)).text.split('<h2>');
  assert.match(paragraphs[0] ?? '', /^Books<\/h2>/u);
  const docx = await asAnyone(`${CITED}&format=docx`);
  assert.equal(docx.headers.get('content-disposition'), 'attachment; filename="publications.docx"');
  for (const [parameter, value, known] of [
    ['style', 'apa7', 'ieee'],
    ['locale', 'tlh', 'de-DE'],
    ['group', 'journal', 'year'],
  ] as const) {
    const refused = await asAnyone(`${CITED}&format=text&${parameter}=${value}`);
    assert.equal(refused.status, 400, `${parameter} ${refused.text}`);
    assert.ok(refused.text.includes(known), refused.text);
  }
});

exporting('is in the format that Accept names', async () => {
  const ask = (accept: string, path = CITED): Promise<Reply> => served.get(path, { headers: { accept } });
  const typeOf = async (accept: string, path?: string) => (await ask(accept, path)).headers.get('content-type');
  for (const path of [CITED, '/v1/doi/10.5555/export.5']) {
    for (const accept of ['*/*', 'application/json', 'text/html,application/xhtml+xml,*/*;q=0.8'])
      assert.equal(await typeOf(accept, path), 'application/json; charset=utf-8');
    assert.equal(await typeOf('application/ld+json', path), 'application/ld+json; charset=utf-8');
    const bibtex = await ask('application/x-bibtex, */*;q=0.1', path);
    assert.match(bibtex.headers.get('vary') ?? '', /Accept(?:,|$)/u);
    assert.equal(bibtex.headers.get('content-disposition'), null);
    assert.notEqual(bibtex.headers.get('etag'), (await ask('*/*', path)).headers.get('etag'));
    const cited = await ask('text/x-bibliography; style=ieee; locale=de-DE', path);
    assert.equal(cited.headers.get('content-type'), 'text/x-bibliography; charset=utf-8');
    assert.match(cited.text, /^\[1\] .*\(ieee, de-DE\)/u);
    const refused = await ask('image/png', path);
    assert.equal(refused.status, 406);
    for (const { type } of Object.values(FORMATS)) assert.ok(refused.text.includes(type));
    assert.match(refused.headers.get('vary') ?? '', /Accept(?:,|$)/u);
    const wrong = await ask('text/x-bibliography; style=none', path);
    assert.ok(wrong.status === 400 && wrong.text.includes('ieee'), wrong.text);
  }
});

exporting('of one publication is that publication', async () => {
  for (const [ask, path] of [
    [asAnyone, '/v1/doi/10.5555/export.5'],
    [asStaff, '/api/publications/10.5555/export.5'],
  ] as const) {
    const csl = await ask(`${path}?format=csl-json`);
    assert.equal((JSON.parse(csl.text) as { readonly DOI: string }).DOI, '10.5555/export.5');
    assert.equal(csl.headers.get('content-disposition'), 'attachment; filename="10.5555_export.5.json"');
    const tag = csl.headers.get('etag') ?? '';
    assert.match(tag, /^"[\w-]+"$/u);
    assert.equal(readBibtex((await ask(`${path}?format=bibtex`)).text).length, 1);
    assert.match((await ask(`${path}?format=text&style=ieee`)).text, /^\[1\] .*10\.5555\/export\.5/u);
    assert.equal((await ask(`${path}?format=xlsx`)).status, 200);
    assert.equal((await ask(`${path.slice(0, -1)}nobody?format=bibtex`)).status, 404);
  }
});

exporting('of nothing is an empty file', async () => {
  assert.equal((await asStaff('/api/publications?q=nothinghasthis&format=ris')).text, '');
  assert.deepEqual(JSON.parse((await asAnyone('/v1/publications?q=nothinghasthis&format=csl-json')).text), []);
});

exporting('refuses an unknown format with the list, and a page', async () => {
  for (const [ask, path] of LISTINGS) {
    const { status, text } = await ask(`${path}&format=doc`);
    assert.equal(status, 400);
    for (const format of [...FORMAT_NAMES, 'docx']) assert.ok(text.includes(format), text);
    assert.equal((await ask(`${path}&format=ris&page=2`)).status, 400);
    assert.equal((await ask(`${path}&format=ris&page=1`)).status, 200);
  }
  const walk = await asAnyone('/v1/publications?format=ris&cursor=*');
  assert.ok(walk.status === 400 && walk.text.includes('cannot be combined with format'));
});

exporting('shows the public no hidden or deleted publication, and nothing that only the dashboard has', async () => {
  const [hidden, deleted] = ['10.5555/export.1', '10.5555/export.2'];
  await dispatch(installation, publicationAggregate, hidden, { type: 'HidePublication' });
  await dispatch(installation, publicationAggregate, deleted, { type: 'DeletePublication' });
  const body = [
    { op: 'add', path: '/if_value', value: 987.125 },
    { op: 'replace', path: '/volume', value: 'volume by staff' },
  ];
  bodyOf(await jo.patch('/api/publications/10.5555/export.3', body));
  await installation.settled();
  for (const [ask, path] of LISTINGS.slice(3))
    for (const format of FORMAT_NAMES) {
      const { text } = await ask(`${path}&format=${format}`);
      for (const absent of [`${hidden}"`, `${hidden}}`, `${deleted}"`, `${deleted}}`, '987.125'])
        assert.ok(!text.includes(absent), `${absent} is in ${format} of ${path}`);
    }
  assert.ok((await asAnyone('/v1/publications?format=ris')).text.includes('VL  - volume by staff'));
  const all = doisOf(await asStaff('/api/publications?status=all&format=ndjson'));
  assert.ok(all.includes(hidden) && all.includes(deleted));
});

exporting('has a tag that changes with the rows, and differs between workspaces', async () => {
  const path = '/api/publications?format=ris';
  const tagOf = async (who: Person): Promise<string> => (await who.get(path)).headers.get('etag') ?? '';
  const tag = await tagOf(jo);
  assert.notEqual(tag, await tagOf(stranger));
  assert.equal((await jo.get(path, { headers: { 'If-None-Match': tag } })).status, 304);
  await dispatch(installation, publicationAggregate, '10.5555/export.4', { type: 'HidePublication' });
  await installation.settled();
  assert.equal((await jo.get(path, { headers: { 'If-None-Match': tag } })).status, 200);
});

const CHOSEN = '/api/publications/export';

exporting('has chosen publications of the workspace, whatever their state', async () => {
  const ids = ['10.5555/export.2', 'https://doi.org/10.5555/EXPORT.7', '10.5555/nobody.has.this', '10.5555/export.7'];
  const body = { format: 'ndjson', ids };
  assert.deepEqual(doisOf(await jo.post(CHOSEN, body)), ['10.5555/export.2', '10.5555/export.7']);
  assert.deepEqual(doisOf(await stranger.post(CHOSEN, body)), []);
  assert.equal((await dashboard.nobody.post(CHOSEN, body)).status, 401);
  await refusesEach(
    (sent) => jo.post(CHOSEN, sent),
    [
      ['format', { ids }],
      ['format', { ids, format: 'doc' }],
      ['ids', { format: 'ris', ids: [] }],
      ['ids/0', { format: 'ris', ids: ['x'] }],
    ],
  );
});

/** Read models whose publications cannot be read from the given page of an export on. */
const failingFrom = (page: number): ReadModels => {
  let read = 0;
  const find: ReadModels['find'] = (collection, query) => {
    if (collection.name === publications.name && query.limit === 25) read += 1;
    return read >= page
      ? Promise.reject(new Unavailable('read models', 'they are gone'))
      : installation.readModels.find(collection, query);
  };
  return new Proxy(installation.readModels, {
    get: (target, name: keyof ReadModels) => (name === 'find' ? find : (Reflect.get(target, name) as unknown)),
  });
};

exporting('is a 503 if nothing can be read, and breaks off if the rest cannot', async () => {
  const ask = async (page: number, format: string): Promise<Reply> => {
    await using from = await servePublic({ ...installation, readModels: failingFrom(page) });
    return await from.get(`/integrations/v1/publications?format=${format}`, { headers: site.headers });
  };
  assert.equal((await ask(1, 'csv')).status, 503);
  // Compressed, and as it is.
  for (const format of ['csv', 'bibtex'])
    await assert.rejects(ask(2, format), /terminated|fetch failed|other side closed/u);
});
