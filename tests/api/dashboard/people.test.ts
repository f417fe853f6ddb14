/** People on the dashboard: listed, read, revised, affiliated, archived. */
import assert from 'node:assert/strict';
import { ORCIDS } from '../../../infra/demo/sample.ts';
import { bodyOf } from '../../support/dashboard.ts';
import { ingestAll } from '../../support/ingesting.ts';
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

const { installation, jo, admin, stranger } = await staffed(people, { ingested: ORCIDS });
await admin.post('/api/entities', { id: 'lab', name: { en: 'Lab', de: 'Labor' } });

const at = (orcid: string, rest = ''): string => `/api/people/${orcid}${rest}`;
const list = async (query = ''): Promise<Listing> => bodyOf<Listing>(await jo.get(`/api/people${query}`));
const detail = async (
  orcid: string,
): Promise<Item & { affiliations: { entity_id: string; ends_at: number | null }[] }> => bodyOf(await jo.get(at(orcid)));

people('are listed by name, with what they have published, in the shape that is declared', async () => {
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
  assert.deepEqual(
    (await list(`?q=${CARBERRY}`)).people.map(({ orcid }) => orcid),
    [CARBERRY],
  );
});

people('are read whole, with the latest ingestion', async () => {
  const reply = await jo.get(at(`https%3A%2F%2Forcid.org%2F${CARBERRY}`));
  assert.equal(bodyOf<{ last_ingestion: { status: string } }>(reply).last_ingestion.status, 'succeeded');
  assert.equal((await jo.get(at(NOBODY))).status, 404);
  assert.equal((await jo.get(at('0000-0002-1825-0098'))).status, 400);
});

people('list their publications, deleted ones when asked', async () => {
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
  const { biography, category_ids, ...rest } = (await detail(CARBERRY)) as unknown as Readonly<Record<string, unknown>>;
  assert.deepEqual([rest['name'], biography, category_ids], [name, 'Cracked pots.', ['emeriti']]);
  assert.equal((await list(`?q=${encodeURIComponent('карберрі')}`)).total, 1);
  assert.equal((await list('?category_id=emeriti')).total, 1);
  assert.equal((await list('?q=carberry&locale=uk')).people[0]?.name, name.uk);

  await jo.patch(at(CARBERRY), { name });
  assert.equal(((await detail(CARBERRY)) as unknown as { biography: string }).biography, 'Cracked pots.');
  await jo.patch(at(CARBERRY), { name, biography: null });
  assert.equal(((await detail(CARBERRY)) as unknown as { biography: null }).biography, null);
});

people('refuse a profile that does not match the documentation', async () => {
  const bad: readonly unknown[] = [{}, { name: '' }, { name: ' ' }, { name: {} }, { name: { en: '' } }, { name: 'x', photo: 'y' }, { name: 'x', category_ids: [''] }, { name: null }, []]; // prettier-ignore
  for (const body of bad) assert.equal((await jo.patch(at(CARBERRY), body)).status, 400, JSON.stringify(body));
  assert.equal((await jo.patch(at(NOBODY), { name: 'Nobody' })).status, 404);
});

people('change affiliation: the old one ends where the new one begins', async () => {
  const first = { entity_id: 'org', status: 'org', starts_at: 1_000 };
  bodyOf(await jo.patch(at(CARBERRY, '/affiliation'), first));
  const { revision } = (
    await installation.events
      .readStream(`person-org~${CARBERRY}`, { direction: 'backwards', limit: 1 })
      [Symbol.asyncIterator]()
      .next()
  ).value as { revision: number };
  assert.equal((await jo.patch(at(CARBERRY, '/affiliation'), first)).status, 200);
  assert.equal((await jo.patch(at(CARBERRY, '/affiliation'), { entity_id: 'org', status: 'org' })).status, 200);
  const after = (
    await installation.events
      .readStream(`person-org~${CARBERRY}`, { direction: 'backwards', limit: 1 })
      [Symbol.asyncIterator]()
      .next()
  ).value as { revision: number };
  assert.equal(after.revision, revision);

  await jo.patch(at(CARBERRY, '/affiliation'), { entity_id: 'lab', status: 'external', starts_at: 5_000 });
  const { affiliations } = await detail(CARBERRY);
  assert.deepEqual(
    affiliations.map(({ entity_id, ends_at }) => [entity_id, ends_at]),
    [
      ['lab', null],
      ['org', 5_000],
    ],
  );
  assert.equal((await list('?affiliation_status=external')).total, 1);
  assert.equal((await list('?entity_id=org')).total, 1);
  assert.equal((await list('?entity_id=org&active_only=true')).total, 0);
  assert.equal((await list('?entity_id=lab&active_only=true')).total, 1);
  assert.equal((await list('?active_only=true')).total, 1);
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
    // prettier-ignore
    assert.equal(await to(body), 400, JSON.stringify(body));
});

people('are registered, detailed, archived and brought back', async () => {
  const created = await jo.post('/api/people', { orcid: NOBODY, name: 'Ada Öz' });
  assert.equal(created.status, 201);
  assert.equal((await jo.post('/api/people', { orcid: NOBODY })).status, 200);
  assert.equal((await list('?q=oz')).total, 1);
  await jo.patch(at(NOBODY, '/details'), { photo_url: 'https://example.org/oz.jpg', people_type: 'guest' });
  assert.equal((await jo.patch(at(NOBODY, '/details'), { photo_url: 'javascript:alert(1)' })).status, 400);
  const { photo_url, people_type } = (await detail(NOBODY)) as unknown as Readonly<Record<string, unknown>>;
  assert.deepEqual([photo_url, people_type], ['https://example.org/oz.jpg', 'guest']);
  await jo.post(at(NOBODY, '/archive'));
  assert.equal((await list('?q=oz')).total, 0);
  assert.equal((await jo.get(at(NOBODY))).status, 200);
  await jo.post(at(NOBODY, '/unarchive'));
  assert.equal((await list('?q=oz')).total, 1);
});

people('of another workspace do not exist', async () => {
  assert.equal(bodyOf<Listing>(await stranger.get('/api/people')).total, 0);
  assert.equal((await stranger.get(at(CARBERRY))).status, 404);
  assert.equal((await stranger.patch(at(CARBERRY), { name: 'x' })).status, 404);
});
