/** Registering people by hand, and revising their profiles. */
import assert from 'node:assert/strict';
import { inventedOrcid } from '../../../support/history/papers.ts';
import { bodyOf } from '../../../support/dashboard.ts';
import { PNG } from '../../../support/png.ts';
import { refusesEach, staffed } from '../../../support/staffed.ts';
import { suite } from '../../../support/suite.ts';
import { typesIn } from '../../../support/event-stores.ts';

const PATH = '/api/people';
type Person = Readonly<Record<string, unknown>> & { readonly orcid: string };

const registering = suite('a person registered by hand');
const { installation, jo, admin, stranger } = await staffed(registering, {
  deps: () => ({ pictures: { find: () => Promise.resolve({ type: 'image/png', content: PNG }) } }),
});
let next = 100;
const fresh = (): string => inventedOrcid((next += 1));

registering('is identified by iD, in any form', async () => {
  const orcid = fresh();
  const made = await jo.post(PATH, { orcid: `https://orcid.org/${orcid}` });
  const { name, slug, affiliations, last_ingestion } = bodyOf<Person>(made, 201);
  assert.deepEqual([name, slug, affiliations, last_ingestion], [null, orcid, [], null]);
  assert.equal((await jo.post(PATH, { orcid: orcid.replaceAll('-', '') })).status, 200);
  const named = bodyOf<Person>(await jo.post(PATH, { orcid, name: ' Ada Öz ' }));
  assert.deepEqual([named['name'], named['slug']], ['Ada Öz', `ada-oz-${orcid.slice(-4).toLowerCase()}`]);
  assert.equal((await jo.post(PATH, { orcid, name: 'Ada Öz' })).status, 200);
  assert.equal((await jo.post(PATH, { orcid, name: 'Somebody else' })).status, 409);
  assert.equal(bodyOf<Person>(await jo.get(`${PATH}/${orcid}`))['name'], 'Ada Öz');
});

registering('by many at once is registered once', async () => {
  const orcid = fresh();
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? jo : admin).post(PATH, { orcid, name: 'Ada' })),
  );
  assert.equal(replies.filter(({ status }) => status === 201).length, 1);
  assert.equal(replies.filter(({ status }) => status === 200).length, 9);
  const types = await typesIn(installation, `person-org~${orcid}`);
  assert.deepEqual(types, ['PersonRegistered', 'PersonNamed']);
});

registering('is refused when the iD or the name is invalid', async () => {
  const orcid = fresh();
  await refusesEach(
    (body) => jo.post(PATH, body),
    [
      ['ORCID', { orcid: '0000-0002-1825-0098' }],
      ['ORCID', { orcid: 'somebody' }],
      ['name', {}],
      ['name', { orcid, name: ' ' }],
      ['name', { orcid, name: { en: 1 } }],
      ['photo', { orcid, photo: 'x' }],
    ],
  );
  assert.equal((await jo.get(`${PATH}/${orcid}`)).status, 404);
});

registering('has a photo and a type until they are removed', async () => {
  const orcid = fresh();
  await jo.post(PATH, { orcid });
  const at = `${PATH}/${orcid}/details`;
  const shown = async (): Promise<readonly unknown[]> => {
    const { photo_url, people_type } = bodyOf<Person>(await jo.get(`${PATH}/${orcid}`));
    return [photo_url, people_type];
  };
  bodyOf(await jo.patch(at, { photo_url: 'https://example.org/a.jpg', people_type: ' guest ' }));
  assert.deepEqual(await shown(), ['https://example.org/a.jpg', 'guest']);
  await jo.patch(at, { people_type: null });
  assert.deepEqual(await shown(), ['https://example.org/a.jpg', null]);
  await jo.patch(at, {});
  await jo.patch(at, { photo_url: null });
  assert.deepEqual(await shown(), [null, null]);
  await refusesEach(
    (body) => jo.patch(at, body),
    [
      ['photo_url', { photo_url: 'javascript:alert(1)' }],
      ['photo_url', { photo_url: '/a.jpg' }],
      ['people_type', { people_type: '' }],
      ['name', { name: 'x' }],
    ],
  );
});

registering('keeps both revisions when two people revise different fields at once', async () => {
  const orcid = fresh();
  await jo.post(PATH, { orcid });
  for (let index = 0; index < 12; index += 1)
    await jo.post('/api/categories', { id: `category-${index}`, name: `${index}` });
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      (index % 2 === 0 ? jo : admin).patch(`${PATH}/${orcid}`, {
        name: `Ada ${index}`,
        biography: `Biography ${index}`,
        category_ids: [`category-${index}`],
      }),
    ),
  );
  assert.ok(replies.every(({ status }) => status === 200));
  const { name, biography, category_ids: categories } = bodyOf<Person>(await jo.get(`${PATH}/${orcid}`));
  const [, index] = /^Ada (\d+)$/u.exec(String(name)) ?? [];
  assert.deepEqual([biography, categories], [`Biography ${index}`, [`category-${index}`]]);
  let named = 0;
  for await (const { type } of installation.events.readStream(`person-org~${orcid}`))
    if (type === 'PersonNamed') named += 1;
  assert.equal(named, 12);
});

registering('cannot have a profile that does not fit into one append, or too many categories', async () => {
  const orcid = fresh();
  await jo.post(PATH, { orcid });
  const categories = Array.from({ length: 50 }, (_, index) => `c-${index}`);
  for (const id of categories) await jo.post('/api/categories', { id, name: id });
  assert.equal((await jo.patch(`${PATH}/${orcid}`, { name: 'Ada', category_ids: categories })).status, 200);
  await refusesEach(
    (body) => jo.patch(`${PATH}/${orcid}`, body),
    [
      ['name', { name: 'x'.repeat(200_000) }],
      ['biography', { name: 'Ada', biography: { en: 'x'.repeat(60_000), de: 'x'.repeat(60_000) } }],
      ['category_ids', { name: 'Ada', category_ids: [...categories, 'one more'] }],
      ['biography', { name: 'Ada', biography: '' }],
    ],
  );
  assert.equal((await jo.patch(`${PATH}/not-an-id`, { name: 'Ada' })).status, 400);
});

registering('does not exist in another workspace until registered there', async () => {
  const orcid = fresh();
  await jo.post(PATH, { orcid, name: 'Ada' });
  assert.equal(bodyOf<{ total: number }>(await stranger.get(PATH)).total, 0);
  assert.equal((await stranger.get(`${PATH}/${orcid}`)).status, 404);
  assert.equal((await stranger.patch(`${PATH}/${orcid}`, { name: 'x' })).status, 404);
  for (const verb of ['archive', 'unarchive'])
    assert.equal((await stranger.post(`${PATH}/${orcid}/${verb}`)).status, 404);
  assert.equal((await stranger.patch(`${PATH}/${orcid}/details`, { people_type: 'x' })).status, 404);
  assert.equal((await stranger.post(PATH, { orcid, name: 'Ada elsewhere' })).status, 201);
  assert.equal(bodyOf<Person>(await jo.get(`${PATH}/${orcid}`))['name'], 'Ada');
});
