/** Publications without a DOI, by staff: created, joined to another one, kept apart from it, and given their DOI. */
import assert from 'node:assert/strict';
import { publicationAggregate } from '../../../../commands/publication.ts';
import { resolveWork } from '../../../../commands/work-identity/resolve.ts';
import { aliasesOf } from '../../../../domain/publication/naming.ts';
import { bodyOf } from '../../../support/dashboard.ts';
import { dispatch } from '../../../support/dispatch.ts';
import { idsOf, refusesEach, staffed, type Item } from '../../../support/staffed.ts';
import { suite } from '../../../support/suite.ts';

const PATH = '/api/publications';
const CARBERRY = '0000-0002-1825-0097';
const PAPER = '10.5555/cpot.2019.001';

const works = suite('publications without a DOI on the dashboard');
const { installation, jo, stranger } = await staffed(works, { ingested: true });

const at = (id: string): string => `${PATH}/${encodeURIComponent(id)}`;
const knownAs = async (id: string): Promise<unknown> =>
  bodyOf<{ details: { known_as: unknown } }>(await jo.get(at(id)), 404).details.known_as;

const read = async (id: string): Promise<Item> => bodyOf<Item>(await jo.get(at(id)));

const CHAPTER = {
  type: 'chapter',
  title: 'What a <i>crack</i> remembers',
  author: [{ family: 'Carberry', given: 'Josiah S.', ORCID: CARBERRY }],
  editor: [{ family: 'Wójtowicz-Gęś', given: 'Łucjan' }],
  'container-title': 'Handbook of Psychoceramics',
  ISBN: '978-0-306-40615-7',
  page: '12-34',
  URL: 'https://example.org/crack',
  issued: { 'date-parts': [[1998, 5]] },
};

const create = async (body: object, status = 201): Promise<string> =>
  bodyOf<Item>(await jo.post(PATH, body), status).id;

works('are created with any field of CSL, and link people as staff do', async () => {
  const id = await create({
    record: CHAPTER,
    identifier: { type: 'isbn', value: '0-306-40615-2' },
    person_orcids: [CARBERRY],
  });
  assert.equal(id, 'isbn.9780306406157');
  const shown = await read(id);
  const [author] = CHAPTER.author;
  assert.deepEqual(shown['merged'], { ...CHAPTER, author: [{ ...author, ORCID: `https://orcid.org/${CARBERRY}` }] });
  assert.deepEqual(
    [shown['person_orcids'], shown['visible'], shown['doi_url'], shown['provider_sources'], shown['edited']],
    [[CARBERRY], true, null, {}, null],
  );
  // Once per identifier.
  assert.equal(await create({ record: CHAPTER, identifier: { type: 'isbn', value: '9780306406157' } }, 200), id);
  const other = { record: { ...CHAPTER, title: 'Another' }, identifier: { type: 'isbn', value: '9780306406157' } };
  assert.equal((await jo.post(PATH, other)).status, 409);
});

works('are recognized by a list that names their identifier, also in its shorter form', async () => {
  const summary = { type: CHAPTER.type, title: CHAPTER.title };
  for (const value of ['0306406152', '9780306406157']) {
    const listed = { identifiers: [{ type: 'isbn', value }], fallbackKey: `${CARBERRY}.${value}`, summary };
    const entry = { summary, owner: CARBERRY };
    const named = { doi: null, aliases: aliasesOf(listed), entry, list: 'https://orcid.example/works', at: 1 };
    assert.equal((await resolveWork(installation, named, installation.caller)).id, 'isbn.9780306406157');
  }
});

works('are listed with the others if asked, and on the list of a person', async () => {
  const id = await create({ record: { type: 'thesis', title: 'Pots, a thesis' }, person_orcids: [CARBERRY] });
  const listed = async (path: string): Promise<boolean> => idsOf(await jo.get(path), 'publications').includes(id);
  for (const path of [`${PATH}?q=pots`, `/api/people/${CARBERRY}/publications?per_page=100`]) {
    const and = path.includes('?') ? '&' : '?';
    assert.equal(await listed(path), false, path);
    assert.equal(await listed(`${path}${and}has_doi=all`), true, path);
    assert.equal(await listed(`${path}${and}has_doi=no`), true, path);
  }
});

works('are counted with the others if asked', async () => {
  const totals = async (query: string) => {
    const stats = bodyOf<Record<string, number>>(await jo.get(`${PATH}/stats${query}`))['total_publications'];
    const list = bodyOf<{ total: number }>(await jo.get(`${PATH}${query}`)).total;
    const { by_type: types } = bodyOf<{ by_type: { count: number }[] }>(
      await jo.get(`${PATH}/stats/breakdown${query}`),
    );
    return { stats, list, types: types.reduce((sum, { count }) => sum + count, 0) };
  };
  const [own, all, no] = [await totals(''), await totals('?has_doi=all'), await totals('?has_doi=no')];
  for (const { stats, list, types } of [own, all, no]) assert.deepEqual([stats, types], [list, list]);
  assert.equal(own.list + no.list, all.list);
  assert.ok(no.list > 0);
});

works('are not created from a record that is not valid', async () => {
  const total = async (): Promise<number> => bodyOf<{ total: number }>(await jo.get(`${PATH}?has_doi=all`)).total;
  const before = await total();
  const record = { type: 'book', title: 'Pots' };
  await refusesEach(
    (body) => jo.post(PATH, body),
    [
      ['record', {}],
      ['record/type', { record: { title: 'Pots' } }],
      ['record/type', { record: { ...record, type: 'pot' } }],
      ['record/title', { record: { type: 'book' } }],
      ['record/title', { record: { ...record, title: ' \u200b' } }],
      ['record/DOI', { record: { ...record, DOI: PAPER } }],
      ['record/colour', { record: { ...record, colour: 'red' } }],
      ['record/ISBN', { record: { ...record, ISBN: '978-0-306-40615-8' } }],
      ['record/URL', { record: { ...record, URL: 'javascript:alert(1)' } }],
      ['record/issued', { record: { ...record, issued: { 'date-parts': [[2021, 2, 30]] } } }],
      ['record/author/0/ORCID', { record: { ...record, author: [{ family: 'C', ORCID: '0000-0002-1825-0098' }] } }],
      ['identifier/value', { record, identifier: { type: 'isbn', value: '978-0-306-40615-8' } }],
      ['identifier/value', { record, identifier: { type: 'pmid', value: 'x' } }],
      ['identifier', { record, identifier: { type: 'shelf', value: '1' } }],
      ['person_orcids', { record, person_orcids: ['0000-0001-5109-3700'] }],
    ],
  );
  assert.equal(await total(), before);
});

for (const [field, right, wrong] of [
  ['ISBN', '9780306406157', '9780306406158'],
  ['ISSN', '1234-5679', '1234-5678'],
] as const)
  works(`cannot be edited to an ${field} whose check digit is wrong`, async () => {
    const id = await create({ record: { type: 'book', title: 'Kilns' } });
    const patch = (value: string) => jo.patch(at(id), [{ op: 'add', path: `/${field}`, value }]);
    const refused = await patch(wrong);
    assert.equal(refused.status, 400);
    const { details } = JSON.parse(refused.text) as { details: Readonly<Record<string, unknown>> };
    assert.deepEqual([details['field'], details['reason']], [field, 'check_digit']);
    assert.equal((await patch(right)).status, 200);
  });

works('join what they are suggested to be, or are kept apart from it', async () => {
  const suggested = async (title: string): Promise<string> => {
    const id = await create({ record: { type: 'speech', title }, person_orcids: [CARBERRY] });
    await dispatch(installation, publicationAggregate, id, { type: 'SuggestJoin', by: PAPER });
    await installation.settled();
    assert.deepEqual((await read(id))['suggested_joins'], [PAPER]);
    return id;
  };
  const apart = await suggested('Kept apart');
  assert.equal((await jo.post(`${at(apart)}/keep-apart`, { from: '10.5555/another' })).status, 404);
  bodyOf(await jo.post(`${at(apart)}/keep-apart`, { from: PAPER }));
  assert.deepEqual((await read(apart))['suggested_joins'], []);
  assert.equal((await jo.post(`${at(apart)}/join`, { with: PAPER })).status, 404);

  const joined = await suggested('Joined');
  const reply = await jo.post(`${at(joined)}/join`, { with: `https://doi.org/${PAPER}` });
  assert.equal(bodyOf<Item>(reply).id, PAPER);
  assert.equal(await knownAs(joined), PAPER);
  const cause = reply.headers.get('x-request-id') ?? '';
  bodyOf(await jo.post(`/api/activity/causes/${cause}/undo`, {}));
  assert.equal((await read(joined))['title'], 'Joined');
});

works('become the publication of their DOI with edits, links and people, and are separated by undo', async () => {
  const id = await create({
    record: { type: 'article-journal', title: 'Resonance', keyword: 'pots, cracks' },
    person_orcids: [CARBERRY],
  });
  bodyOf(await jo.patch(at(id), [{ op: 'add', path: '/note', value: 'Seen on paper' }]));
  const before = await read(PAPER);
  const reply = await jo.post(`${at(id)}/doi`, { doi: `doi:${PAPER.toUpperCase()}` });
  assert.equal(bodyOf<Item>(reply).id, PAPER);
  const after = await read(PAPER);
  const { note, keyword } = after['merged'] as Readonly<Record<string, unknown>>;
  // What staff have described stays where the providers say nothing.
  assert.deepEqual([note, keyword], ['Seen on paper', 'pots, cracks']);
  assert.ok((after['person_orcids'] as string[]).includes(CARBERRY));
  assert.equal(after['title'], before['title']);
  assert.equal(await knownAs(id), PAPER);
  bodyOf(await jo.post(`/api/activity/causes/${reply.headers.get('x-request-id') ?? ''}/undo`, {}));
  assert.equal((await read(id))['title'], 'Resonance');
  assert.deepEqual((await read(PAPER))['merged'], before['merged']);
});

works('that are hidden become a hidden publication, if that is new', async () => {
  const record = { type: 'report', title: 'Hidden' };
  const { id } = bodyOf<Item>(await stranger.post(PATH, { record }), 201);
  bodyOf(await stranger.patch(at(id), [{ op: 'replace', path: '/visible', value: false }]));
  bodyOf(await stranger.post(`${at(id)}/doi`, { doi: PAPER }));
  assert.equal(bodyOf<Item>(await stranger.get(at(PAPER)))['visible'], false);
});

works('do not get a DOI that no provider knows, nor a second one', async () => {
  const id = await create({ record: { type: 'report', title: 'Unknown' } });
  for (const [doi, status] of [
    ['10.5555/nobody.knows', 404],
    ['no doi', 400],
  ] as const)
    assert.equal((await jo.post(`${at(id)}/doi`, { doi })).status, status);
  assert.equal((await jo.post(`${at(PAPER)}/doi`, { doi: '10.5555/book.shards' })).status, 409);
  assert.equal((await jo.post(`${at('nothing')}/doi`, { doi: PAPER })).status, 400);
  const stale = await jo.post(`${at(id)}/doi`, { doi: PAPER }, { headers: { 'if-match': '"99"' } });
  assert.equal(stale.status, 412);
  assert.equal((await read(id))['title'], 'Unknown');
});
