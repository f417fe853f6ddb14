/** Works without a DOI on the dashboard: harvested, created by staff, edited. */
import assert from 'node:assert/strict';
import { publicationAggregate } from '../../../../commands/publication.ts';
import type { CslItem } from '../../../../domain/csl.ts';
import type { ProviderRecord } from '../../../../domain/publication/commands.ts';
import { inventedOrcid } from '../../../support/history/papers.ts';
import { bodyOf } from '../../../support/dashboard.ts';
import { idsOf, refusesEach, staffed, type Item } from '../../../support/staffed.ts';
import { suite } from '../../../support/suite.ts';
import { dispatch } from '../../../support/dispatch.ts';

const PATH = '/api/works';
const KEY = 'arxiv:hep-th/9901001';
const AT = `${PATH}/${encodeURIComponent(KEY)}`;

const works = suite("the dashboard's works");
const { installation, jo, admin, stranger } = await staffed(works);

let fetchedAt = 1_000;
/** How the next response with a provider's list describes the work. */
const harvest = async (
  original: CslItem,
  URL = 'https://example.org/harvested',
  doi = KEY,
  links: ProviderRecord['links'] = [],
): Promise<void> => {
  const source = { provider: 'orcid', url: 'https://orcid.example/1/works' } as const;
  fetchedAt += 1_000;
  const said = { doi, original: { ...original, URL }, source, fetchedAt, links, isOfList: true } as const;
  await dispatch(installation, publicationAggregate, doi, { type: 'RecordFromProvider', ...said });
  await installation.settled();
};
const read = async (): Promise<Item> => bodyOf<Item>(await jo.get(AT));

works('keep edits by staff through every refresh', async () => {
  await harvest({ type: 'book', title: 'Potts', issued: { 'date-parts': [[2019]] } });
  assert.equal((await read())['edited'], false);
  const edit = { title: ' Pots ', publication_date: '2020-05', href: 'https://example.org/by-hand' };
  const edited = bodyOf<Item>(await jo.patch(AT, edit));
  assert.deepEqual([edited['title'], edited['edited']], ['Pots', true]);
  await harvest({ type: 'chapter', title: 'Pottts', issued: { 'date-parts': [[2021, 1]] } }, 'https://example.org/new');
  const { title, publication_date: date, publication_year: year, work_type: type, href } = await read();
  assert.deepEqual([title, date, year, type, href], ['Pots', '2020-05', 2020, 'chapter', edit.href]);
});

works("lose an edit only to one that restores the provider's value", async () => {
  await jo.patch(AT, { title: 'Pottts' });
  await harvest({ type: 'chapter', title: 'Potteries', issued: { 'date-parts': [[2021, 1]] } });
  assert.equal((await read())['title'], 'Potteries');
});

works('without a title, or with the empty one of an earlier release, have null', async () => {
  for (const title of [{}, { title: '' }]) {
    await harvest({ type: 'book', ...title }, 'https://example.org/untitled', 'untitled');
    assert.equal(bodyOf<Item>(await jo.get('/api/works/untitled'))['title'], null);
    const { works: found } = bodyOf<{ works: readonly Item[] }>(await jo.get('/api/works?sort=title&dir=asc'));
    assert.equal(found.find(({ id }) => id === 'untitled')?.['title'], null);
  }
});

works('have no date when staff remove it', async () => {
  const { publication_date: date, publication_year: year } = bodyOf<Item>(
    await jo.patch(AT, { publication_date: null }),
  );
  assert.deepEqual([date, year], [null, null]);
  await harvest({ type: 'chapter', title: 'Potteries', issued: { 'date-parts': [[2022]] } });
  assert.equal((await read())['publication_date'], null);
});

works('are edited only at the expected version', async () => {
  const etag = (await jo.get(AT)).headers.get('etag') ?? '';
  const headers = { 'if-match': etag };
  const answered = await jo.patch(AT, { title: 'Jars' }, { headers });
  assert.equal(answered.status, 200);
  assert.equal((await jo.patch(AT, { title: 'x' }, { headers })).status, 412);
  const next = { 'if-match': answered.headers.get('etag') ?? '' };
  assert.equal((await jo.patch(AT, { title: 'Jars' }, { headers: next })).status, 200);
  assert.equal((await jo.patch(`${PATH}/nothing`, { title: 'x' })).status, 404);
});

works('edited by many at once keep all edits', async () => {
  const count = async (): Promise<number> => {
    let edits = 0;
    for await (const { type } of installation.events.readStream(`work-org~${KEY}`))
      if (type === 'PublicationEdited') edits += 1;
    return edits;
  };
  const before = await count();
  const replies = await Promise.all(
    Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? jo : admin).patch(AT, { title: `Jars ${index}` })),
  );
  // 202: recorded, but the rows were not ready in time.
  assert.deepEqual(
    [...new Set(replies.map(({ status }) => status))].filter((status) => status !== 202),
    [200],
  );
  assert.equal(await count(), before + 16);
  assert.match(String((await read())['title']), /^Jars \d+$/u);
});

works('keep the state that staff set when they are harvested again', async () => {
  const moved = async (verb: string): Promise<unknown> => bodyOf<Item>(await jo.post(`${AT}/${verb}`))['status'];
  assert.equal(await moved('unpublish'), 'unpublished');
  await harvest({ type: 'chapter', title: 'Harvested again' });
  assert.equal((await read())['status'], 'unpublished');
  assert.equal(await moved('archive'), 'archived');
  assert.equal(bodyOf<Item>(await jo.patch(AT, { title: 'Edited while archived' }))['status'], 'archived');
  assert.equal((await jo.post(`${AT}/publish`)).status, 409);
  await harvest({ type: 'chapter', title: 'And again' });
  assert.equal((await read())['status'], 'archived');
  assert.ok(!idsOf(await jo.get(PATH), 'works').includes(KEY));
  assert.equal(await moved('unarchive'), 'unpublished');
  assert.equal(await moved('publish'), 'published');
});

works('are created by staff, once per key', async () => {
  const talk = { id: 'talk-1', title: 'A talk', work_type: 'speech', href: 'https://example.org/talk' };
  const item = bodyOf<Item>(await jo.post(PATH, talk), 201);
  assert.deepEqual(
    [item.id, item['status'], item['edited'], item['publication_date']],
    ['talk-1', 'published', false, null],
  );
  assert.equal((await jo.post(PATH, talk)).status, 200);
  assert.equal((await jo.post(PATH, { ...talk, title: 'B' })).status, 409);
  assert.equal((await jo.post(PATH, { ...talk, publication_date: '2020' })).status, 409);
  const { id: _id, ...unnamed } = talk;
  const made = bodyOf<Item>(await jo.post(PATH, { ...unnamed, publication_date: '2020-02' }), 201);
  assert.equal(bodyOf<Item>(await jo.get(`${PATH}/${made.id}`))['publication_year'], 2020);
  await jo.post(`${PATH}/${made.id}/archive`);
});

works('created by staff keep their edits when a list has them later', async () => {
  await harvest({ type: 'book', title: 'Another' }, 'https://example.org/other', 'talk-1');
  assert.equal(bodyOf<Item>(await jo.get(`${PATH}/talk-1`))['title'], 'A talk');
});

works('are listed for a person who lists them', async () => {
  const orcid = inventedOrcid(1);
  await harvest({ type: 'book', title: 'Linked' }, undefined, 'isbn:1', [{ orcid, basis: 'orcid_list' }]);
  const listed = bodyOf<Item>(await jo.get(`${PATH}?orcid_id=https://orcid.org/${orcid}`));
  assert.deepEqual(
    (listed['works'] as readonly Item[]).map(({ id }) => id),
    ['isbn:1'],
  );
  assert.deepEqual(idsOf(await jo.get(`${PATH}?orcid_id=${inventedOrcid(2)}`), 'works'), []);
  assert.equal((await jo.get(`${PATH}?orcid_id=1234`)).status, 400);
});

works('name the error, and change nothing', async () => {
  const wrong = [
    ['publication_date', { publication_date: '2020-02-30' }],
    ['work_type', { work_type: 'poem' }],
    ['title', { title: '  ' }],
    ['title', { title: null }],
    ['href', { href: 'ftp://example.org' }],
    ['status', { status: 'published' }],
  ] as const;
  const fields = { title: 'T', work_type: 'book', href: 'https://example.org/t' };
  await refusesEach(
    (body) => jo.post(PATH, body),
    [
      ...wrong.map(([field, body]) => [field, { ...fields, ...body }] as const),
      ['id', { ...fields, id: '..' }],
      ['id', { ...fields, id: 'a/b' }],
      ['href', { title: 'T', work_type: 'book' }],
    ],
  );
  const before = await read();
  await refusesEach((body) => jo.patch(AT, body), wrong);
  assert.deepEqual(await read(), before);
});

works('are found without diacritics, filtered, and sorted with missing values last', async () => {
  const make = (id: string, title: string, more: object): Promise<unknown> =>
    jo.post(PATH, { id, title, work_type: 'report', href: 'https://example.org/r', ...more });
  await make('a', 'Ærø and Łódź', { publication_date: '2020-03' });
  await make('b', 'Çelik', { publication_date: '2020' });
  await make('c', 'Überall', {});
  const ids = async (query: string): Promise<readonly string[]> => idsOf(await jo.get(`${PATH}?${query}`), 'works');
  assert.deepEqual(await ids('q=lodz%20aero'), ['a']);
  assert.deepEqual(await ids('q=CELIK'), ['b']);
  assert.deepEqual(await ids('work_type=report&sort=publication_date&dir=asc'), ['b', 'a', 'c']);
  assert.deepEqual(await ids('work_type=report&sort=publication_date&dir=desc'), ['a', 'b', 'c']);
  assert.deepEqual(await ids('work_type=report&sort=publication_year&dir=desc'), ['a', 'b', 'c']);
  assert.deepEqual(await ids('work_type=report&sort=title&dir=desc'), ['c', 'b', 'a']);
  assert.deepEqual(await ids('work_type=report&publication_year=2020&q=ae'), ['a']);
  assert.deepEqual(await ids('work_type=report&per_page=1&page=2&sort=created_at&dir=asc'), ['b']);
  await jo.post(`${PATH}/b/unpublish`);
  assert.deepEqual(await ids('status=unpublished'), ['b']);
  assert.deepEqual(await ids('status=published&work_type=report&sort=title&dir=asc'), ['a', 'c']);
  const echoed = bodyOf<Readonly<Record<string, unknown>>>(await jo.get(`${PATH}?work_type=book`));
  assert.deepEqual([echoed['work_type'], echoed['publication_year'], echoed['sort']], ['book', null, 'created_at']);
});

works('stay in their workspace', async () => {
  assert.equal((await stranger.get(AT)).status, 404);
  assert.equal((await stranger.patch(AT, { title: 'x' })).status, 404);
  assert.equal((await stranger.post(`${AT}/archive`)).status, 404);
  assert.deepEqual(idsOf(await stranger.get(`${PATH}?status=all`), 'works'), []);
});

works('leave the listings once a publication supersedes them, and name it', async () => {
  const key = 'pmid.2026';
  await harvest({ type: 'article-journal', title: 'Superseded' }, 'https://example.org/2026', key);
  const send = async (command: Parameters<typeof publicationAggregate.decider.decide>[0]): Promise<void> => {
    await dispatch(installation, publicationAggregate, key, command);
    await installation.settled();
  };
  await send({ type: 'SupersedePublication', by: '10.5555/2026' });
  const one = bodyOf<Item>(await jo.get(`${PATH}/${key}`));
  assert.deepEqual([one['status'], one['superseded_by']], ['archived', { type: 'publication', id: '10.5555/2026' }]);
  for (const status of ['active', 'archived', 'all'])
    assert.ok(!idsOf(await jo.get(`${PATH}?status=${status}&per_page=100`), 'works').includes(key), status);
  const refused = await jo.patch(`${PATH}/${key}`, { title: 'Mine' });
  assert.equal(refused.status, 409);
  const { events } = bodyOf<{ readonly events: readonly Item[] }>(await jo.get(`/api/activity?q=${key}`));
  const superseded = events.find(({ event_type: type }) => type === 'PublicationSuperseded');
  assert.ok(superseded);
  assert.equal(superseded['summary'], 'It is the same as 10.5555/2026, which is shown in its place');
  assert.equal((await jo.post(`/api/activity/${superseded.id}/undo`, {})).status, 200);
  await installation.settled();
  assert.equal(bodyOf<Item>(await jo.get(`${PATH}/${key}`))['superseded_by'], null);
  assert.ok(idsOf(await jo.get(`${PATH}?per_page=100`), 'works').includes(key));
});

works('that a list takes for another item are joined to it, or kept apart, by staff, who may undo that', async () => {
  const [key, other] = ['pmid.2027', 'pmid.2028'];
  for (const each of [key, other]) await harvest({ type: 'book', title: each }, 'https://example.org/2027', each);
  const suggestion = { type: 'work', id: other };
  await dispatch(installation, publicationAggregate, key, { type: 'SuggestJoin', by: other });
  await installation.settled();
  const one = async () => bodyOf<Item>(await jo.get(`${PATH}/${key}`));
  const decide = async (how: string, headers = {}) => jo.post(`${PATH}/${key}/${how}`, suggestion, { headers });
  const undo = async (type: string): Promise<void> => {
    const { events } = bodyOf<{ readonly events: readonly Item[] }>(await jo.get(`/api/activity?event_type=${type}`));
    assert.equal((await jo.post(`/api/activity/${String(events[0]?.['id'])}/undo`, {})).status, 200);
    await installation.settled();
  };
  assert.deepEqual((await one())['suggestions'], [suggestion]);
  assert.equal((await decide('join', { 'if-match': '"99.x"' })).status, 412);
  assert.deepEqual(bodyOf<Item>(await decide('keep-apart'))['suggestions'], []);
  assert.equal((await decide('join')).status, 404);
  await undo('PublicationJoinDeclined');
  assert.deepEqual((await one())['suggestions'], [suggestion]);
  const joined = bodyOf<Item>(await decide('join'));
  assert.deepEqual([joined['superseded_by'], joined['suggestions']], [suggestion, []]);
  await undo('PublicationSuperseded');
  assert.equal((await one())['superseded_by'], null);
  assert.equal((await jo.post(`${PATH}/${key}/join`, { type: 'publication', id: 'no DOI' })).status, 400);
});
