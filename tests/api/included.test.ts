/** `include` over a real socket: what rows of publications show besides their documented fields. */
import assert from 'node:assert/strict';
import { personAggregate } from '../../commands/person.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import type { CslItem } from '../../domain/csl.ts';
import { ROW_PARTS } from '../../domain/limits.ts';
import type { Citations } from '../../api/http/ports.ts';
import { queryParser } from '../../api/http/query.ts';
import type { Request } from '../../api/http/route.ts';
import { publicRoutes } from '../../api/public/index.ts';
import { dispatch } from '../support/dispatch.ts';
import { openIngested } from '../support/ingested.ts';
import { addPaper } from '../support/papers.ts';
import { plainCitations } from '../support/plain-citations.ts';
import { plugIn } from '../support/plug-ins.ts';
import { servePublic } from '../support/serving.ts';
import { suite } from '../support/suite.ts';

const including = suite('what a row includes');

const CARBERRY = '0000-0002-1825-0097';

const installation = await including.holds(openIngested());
const served = await including.holds(servePublic(installation));
const site = await plugIn(installation);

type Item = Readonly<Record<string, unknown>> & { readonly doi: string };
type Author = { readonly name: string; readonly orcid: string | null; readonly slug: string | null };

const rowsOf = async (path: string): Promise<readonly Item[]> => {
  const { status, body, text } = await served.get(path, { headers: site.headers });
  assert.equal(status, 200, text);
  const { publications, works } = body as { readonly publications?: readonly Item[]; readonly works?: readonly Item[] };
  return publications ?? works ?? [];
};

const rowOf = async (path: string, doi: string): Promise<Item> => {
  const row = (await rowsOf(path)).find((each) => each.doi === doi);
  assert.ok(row, `${doi} is not in ${path}`);
  return row;
};

const LISTINGS = [
  '/v1/publications',
  `/v1/researchers/${CARBERRY}/publications`,
  `/v1/people/${CARBERRY}/publications`,
  '/integrations/v1/publications',
  '/v1/works',
  '/integrations/v1/works',
];
const ALL = 'authors,container,is_retracted,open_access,citation,people';

including('is only what is asked for, beside the documented fields', async () => {
  for (const path of LISTINGS) {
    const [plain, one, all] = [
      await rowsOf(`${path}?per_page=100`),
      await rowsOf(`${path}?per_page=100&include=is_retracted`),
      await rowsOf(`${path}?per_page=100&include=${ALL}`),
    ];
    assert.ok(plain.length > 0, path);
    const namesIn = (rows: readonly Item[]): readonly string[] => Object.keys(rows[0] ?? {});
    assert.deepEqual(namesIn(one), [...namesIn(plain), 'is_retracted'], path);
    assert.deepEqual(
      namesIn(all),
      [
        ...namesIn(plain),
        ...['authors', 'authors_total', 'container', 'is_retracted', 'open_access', 'people', 'citation'],
      ],
      path,
    );
    const bare = all.map((row) => Object.fromEntries(namesIn(plain).map((name) => [name, row[name]])));
    assert.deepEqual(bare, plain, path);
  }
});

including('names authors and marks the people of the institute, by iD and by name', async () => {
  for (const path of LISTINGS.slice(0, 4)) {
    const { authors, authors_total: total } = await rowOf(
      `${path}?include=authors&per_page=100`,
      '10.5555/cpot.2021.007',
    );
    // The record names Carberry without his iD; his ORCID list has the paper.
    assert.deepEqual(
      (authors as readonly Author[]).map(({ name, orcid, slug }) => [name, orcid, slug]),
      [
        ['Łucjan Wójtowicz-Gęś', '0000-0000-0000-3034', 'lucjan-wojtowicz-ges-3034'],
        ['Josiah Carberry', CARBERRY, 'josiah-s-carberry-0097'],
      ],
      path,
    );
    assert.equal(total, 2);
  }
});

including('has the journal, open access, and the people linked', async () => {
  const doi = '10.5555/cpot.2021.007';
  const row = await rowOf(`/v1/publications?include=container,open_access,people&per_page=100`, doi);
  const { data } = (await served.get(`/v1/doi/${encodeURIComponent(doi)}`)).body as { readonly data: CslItem };
  assert.deepEqual(row['container'], {
    title: data['container-title'],
    volume: data['volume'] ?? null,
    issue: data['issue'] ?? null,
    page: data['page'] ?? null,
  });
  assert.deepEqual(
    (row['people'] as readonly Author[]).find(({ orcid }) => orcid === CARBERRY),
    { orcid: CARBERRY, name: 'Josiah S. Carberry', slug: 'josiah-s-carberry-0097' },
  );
});

including('shows a site ten publications with their authors and citations in one request', async () => {
  for (const path of [LISTINGS[0], LISTINGS[3]]) {
    const rows = await rowsOf(`${path}?per_page=10&include=authors,citation&locale=de`);
    assert.equal(rows.length, 10);
    for (const { doi, authors, citation } of rows) {
      assert.ok(Array.isArray(authors), doi);
      assert.ok(typeof citation === 'string' && citation !== '', doi);
    }
  }
});

including('has the first authors of many, and their number', async () => {
  const author = Array.from({ length: 3_000 }, (_, n) => ({ family: `Author${n}`, given: 'A.' }));
  const doi = '10.5555/many';
  await addPaper(installation, doi, { original: { type: 'article-journal', title: 'Many', author } });
  await addPaper(installation, '10.5555/cut', {
    original: { type: 'article-journal', title: 'Cut', author: author.slice(0, 1), custom: { authors_omitted: true } },
  });
  await installation.settled();
  const { authors, authors_total: total } = await rowOf('/v1/publications?q=many&include=authors', doi);
  assert.equal((authors as readonly Author[]).length, ROW_PARTS.authors);
  assert.equal(total, 3_000);
  assert.equal((await rowOf('/v1/publications?q=cut&include=authors', '10.5555/cut'))['authors_total'], null);
});

including('has nothing past the end', async () => {
  for (const path of LISTINGS) assert.deepEqual(await rowsOf(`${path}?page=99&include=${ALL}`), [], path);
});

including('is the same in a walk', async () => {
  const path = '/v1/publications?per_page=100&include=authors,container';
  const [pages, walk] = [await rowsOf(path), await rowsOf(`${path}&cursor=*`)];
  const byDoi = (rows: readonly Item[]) => [...rows].sort((a, b) => (a.doi < b.doi ? -1 : 1));
  assert.deepEqual(byDoi(walk), byDoi(pages));
});

including('refuses what it does not know, with what is accepted', async () => {
  for (const path of LISTINGS)
    for (const [query, named] of [
      ['include=authors,abstract', 'authors, container, is_retracted, open_access, citation, people, not "abstract"'],
      ['include=', 'include'],
      ['include=citation&style=unknown', 'must be one of apa'],
    ] as const) {
      const { status, text } = await served.get(`${path}?${query}`, { headers: site.headers });
      assert.equal(status, 400, path);
      assert.ok(text.includes(named.replaceAll('"', '\\"')) || text.includes(named), text);
    }
  const { status, text } = await served.get('/v1/publications?include=authors&format=ris');
  assert.ok(status === 400 && text.includes('include'), text);
});

including('leaves out what has been hidden meanwhile', async () => {
  const doi = '10.5555/hidden-later';
  await addPaper(installation, doi, { title: 'Hidden later' });
  await installation.settled();
  const path = '/v1/publications?q=hidden+later&include=is_retracted';
  assert.equal((await rowsOf(path)).length, 1);
  await dispatch(installation, publicationAggregate, doi, { type: 'HidePublication' });
  await installation.settled();
  assert.equal((await rowsOf(path)).length, 0);
});

including('marks no one who is archived', async () => {
  await dispatch(installation, personAggregate, CARBERRY, { type: 'ArchivePerson' });
  await installation.settled();
  for (const path of [LISTINGS[0], LISTINGS[3]]) {
    const { authors, people } = await rowOf(`${path}?include=authors,people&per_page=100`, '10.5555/cpot.2021.007');
    for (const shown of [authors, people] as (readonly Author[])[])
      assert.ok(shown.length > 0 && shown.every(({ orcid }) => orcid !== CARBERRY), path);
  }
});

including('is kept only briefly while a citation is late', async () => {
  const late: Citations = { ...plainCitations, cite: (_of, items) => Promise.resolve(items.map(() => null)) };
  for (const [citations, isKept] of [
    [late, false],
    [plainCitations, true],
  ] as const) {
    const routes = publicRoutes({ readModels: installation.readModels, url: served.url, citations });
    const listing = routes.find(({ path }) => path === '/v1/publications');
    assert.ok(listing);
    const query = queryParser(listing)('include=citation');
    const { cacheUntil = Infinity } = await listing.handle({
      query,
      headers: {},
      rawQuery: 'include=citation',
    } as unknown as Request);
    assert.equal(cacheUntil === Infinity, isKept);
  }
});
