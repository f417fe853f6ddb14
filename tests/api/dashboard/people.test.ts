/** People on the dashboard: listed, read and revised. */
import assert from 'node:assert/strict';
import { newCaller } from '../../../commands/caller.ts';
import { erasePerson } from '../../../commands/erase-person.ts';
import { personAggregate } from '../../../commands/person.ts';
import { ORCIDS } from '../../../infra/demo/sample.ts';
import { bodyOf } from '../../support/dashboard.ts';
import { ingestAll } from '../../support/ingesting.ts';
import { dispatch } from '../../support/dispatch.ts';
import { suite } from '../../support/suite.ts';
import { staffed } from '../../support/staffed.ts';

const CARBERRY = '0000-0002-1825-0097';
const NOBODY = '0000-0001-5109-3700';

type Item = {
  readonly orcid: string;
  readonly name: unknown;
  readonly publication_count: number;
  readonly affiliation: unknown;
};
type Listing = { readonly people: readonly Item[]; readonly total: number };

const people = suite("the dashboard's people");

const { installation, jo, admin } = await staffed(people, { ingested: true });
await admin.post('/api/entities', { id: 'lab', name: { en: 'Lab', de: 'Labor' } });
await admin.post('/api/categories', { id: 'emeriti', name: 'Emeriti' });

const at = (orcid: string, rest = ''): string => `/api/people/${orcid}${rest}`;
const list = async (query = ''): Promise<Listing> => bodyOf<Listing>(await jo.get(`/api/people${query}`));
const detail = async (orcid: string): Promise<Readonly<Record<string, unknown>>> => bodyOf(await jo.get(at(orcid)));

people('are listed by name, with their publications, in the declared shape', async () => {
  const reply = await jo.get('/api/people?perPage=100');
  const { people: items, total } = bodyOf<Listing>(reply);
  assert.equal(total, ORCIDS.length);
  assert.ok(items.every(({ publication_count: count }) => count > 0));
  for (const sort of ['name', 'publication_count', 'updated_at'])
    assert.equal((await list(`?sort=${sort}&dir=desc`)).total, total);
  assert.deepEqual(
    (await list('?q=carberry')).people.map(({ orcid }) => orcid),
    [CARBERRY],
  );
  for (const q of [CARBERRY, CARBERRY.replaceAll('-', ''), `https://orcid.org/${CARBERRY}`])
    assert.deepEqual(
      (await list(`?q=${encodeURIComponent(q)}`)).people.map(({ orcid }) => orcid),
      [CARBERRY],
    );
});

people('are shown in full, with the latest ingestion', async () => {
  const reply = await jo.get(at(`https%3A%2F%2Forcid.org%2F${CARBERRY}`));
  assert.equal(bodyOf<{ last_ingestion: { status: string } }>(reply).last_ingestion.status, 'succeeded');
  assert.equal((await jo.get(at(NOBODY))).status, 404);
  assert.equal((await jo.get(at('0000-0002-1825-0098'))).status, 400);
});

people('list their publications, deleted ones on request', async () => {
  const published = async (query = ''): Promise<readonly { id: string }[]> =>
    bodyOf<{ publications: { id: string }[] }>(await jo.get(at(CARBERRY, `/publications?perPage=100${query}`)))
      .publications;
  const before = await published();
  assert.ok(before.length > 1);
  await jo.delete(`/api/publications/${before[0]?.id}`);
  assert.equal((await published()).length, before.length - 1);
  assert.equal((await published('&includeDeleted=true')).length, before.length);
  assert.deepEqual(bodyOf<{ publications: unknown[] }>(await jo.get(at(NOBODY, '/publications'))).publications, []);
  await jo.post('/api/publications/bulk', { ids: [before[0]?.id], action: 'restore' });
});

people('keep edits by staff through the next ingestion', async () => {
  const name = { en: 'Josiah S. Carberry', uk: 'Джосайя Карберрі' };
  const revised = { name, biography: 'Cracked pots.', category_ids: ['emeriti', 'emeriti'] };
  assert.deepEqual(bodyOf(await jo.patch(at(CARBERRY), revised)), { success: true });
  await ingestAll(installation, [CARBERRY]);
  const { biography, category_ids, ...rest } = await detail(CARBERRY);
  assert.deepEqual([rest['name'], biography, category_ids], [name, 'Cracked pots.', ['emeriti']]);
  assert.equal((await list(`?q=${encodeURIComponent('карберрі')}`)).total, 1);
  assert.equal((await list('?category_id=emeriti')).total, 1);
  assert.equal((await list('?q=carberry&locale=uk')).people[0]?.name, name.uk);

  await jo.patch(at(CARBERRY), { name });
  assert.equal((await detail(CARBERRY))['biography'], 'Cracked pots.');
  await jo.patch(at(CARBERRY), { name, biography: null });
  assert.equal((await detail(CARBERRY))['biography'], null);
});

people('refuse a profile that does not match the documentation', async () => {
  const bad: readonly unknown[] = [
    {},
    { name: '' },
    { name: ' ' },
    { name: {} },
    { name: { en: '' } },
    { name: 'x', photo: 'y' },
    { name: 'x', category_ids: [''] },
    { name: null },
    [],
  ];
  for (const body of bad) assert.equal((await jo.patch(at(CARBERRY), body)).status, 400, JSON.stringify(body));
  assert.equal((await jo.patch(at(NOBODY), { name: 'Nobody' })).status, 404);
});

people('cannot have a missing or archived category', async () => {
  const into = (...ids: readonly string[]) => jo.patch(at(CARBERRY), { name: 'Jo', category_ids: ids });
  await admin.post('/api/categories', { id: 'guests', name: 'Guests' });
  assert.equal((await into('guests')).status, 200);
  for (const id of ['guests', 'emeriti']) await admin.post(`/api/categories/${id}/archive`);
  const answers = [];
  for (const id of ['nothing', 'emeriti', 'guests']) {
    const { status, body } = await into('guests', id);
    answers.push([status, (body as { readonly details?: { readonly field?: string } }).details?.field]);
  }
  assert.deepEqual(answers, [
    [404, 'category_ids'],
    [400, 'category_ids'],
    [200, undefined],
  ]);
});

people('refuse an affiliation to an unknown entity, of an unknown person, or from an invalid time', async () => {
  const to = (body: unknown, orcid = CARBERRY): Promise<number> =>
    jo.patch(at(orcid, '/affiliation'), body).then(({ status }) => status);
  assert.equal(await to({ entity_id: 'nowhere', status: 'org' }), 404);
  assert.equal(await to({ entity_id: 'org', status: 'org' }, NOBODY), 404);
  for (const body of [
    { entity_id: 'org' },
    { entity_id: 'org', status: 'none' },
    { entity_id: 'org', status: 'org', starts_at: 0 },
    { entity_id: '', status: 'org' },
  ])
    assert.equal(await to(body), 400, JSON.stringify(body));
});

people('who are erased and registered again have one history, and no write is based on the state before', async () => {
  const etag = (await jo.get(at(CARBERRY))).headers.get('etag') ?? '';
  await erasePerson(installation, CARBERRY, newCaller(installation.ids, 'org', installation.caller.actor));
  const register = {
    type: 'RegisterPerson',
    orcid: CARBERRY,
    name: 'J. S.',
    biography: null,
    saidBy: 'staff',
  } as const;
  await dispatch(installation, personAggregate, CARBERRY, register);
  await installation.settled();
  const paged = async (dir: string): Promise<readonly string[]> => {
    const types: string[] = [];
    for (const page of [1, 2, 3]) {
      const reply = await jo.get(at(CARBERRY, `/history?perPage=1&dir=${dir}&page=${page}`));
      const { history, total } = bodyOf<{ history: readonly { event_type: string }[]; total: number }>(reply);
      assert.equal(total, 2);
      types.push(...history.map(({ event_type: type }) => type));
    }
    return types;
  };
  assert.deepEqual(await paged('asc'), ['PersonRegistered', 'PersonNamed']);
  assert.deepEqual(await paged('desc'), ['PersonNamed', 'PersonRegistered']);

  // As many events as before, so that only the revision distinguishes them.
  for (let left = Number(/\d+/u.exec(etag)?.[0]) - 1; left > 0; left -= 1)
    bodyOf(await jo.patch(at(CARBERRY), { name: `J. S. ${left}` }));
  assert.equal((await jo.patch(at(CARBERRY), { name: 'Before' }, { headers: { 'if-match': etag } })).status, 412);
});
