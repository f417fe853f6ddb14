import assert from 'node:assert/strict';
import { bodyOf } from '../../../support/dashboard.ts';
import { idsOf, refusesEach, staffed, type Item } from '../../../support/staffed.ts';
import { suite } from '../../../support/suite.ts';

const PATH = '/api/projects';
const CARBERRY = '0000-0002-1825-0097';
const fields = { programme: 'Horizon', title: 'Cracking pots', href: 'https://example.org/pots' };

const projects = suite("the dashboard's projects");
const { jo, admin, stranger } = await staffed(projects);

projects('are created in full, with empty values for fields that were not sent', async () => {
  const item = bodyOf<Item>(await jo.post(PATH, fields), 201);
  assert.match(item.id, /^[a-z0-9-]{1,40}$/u);
  const { created_at, updated_at, ...rest } = item;
  assert.equal(created_at, updated_at);
  assert.deepEqual(rest, {
    id: item.id,
    ...fields,
    abstract: null,
    start_date: null,
    end_date: null,
    org_funding_amount: null,
    org_funding_currency: 'EUR',
    total_funding_amount: null,
    total_funding_currency: 'EUR',
    funding_entities: [],
    proponent_institution: null,
    project_logo: null,
    funding_partner_images: [],
    member_orcids: [],
    coordinator_orcids: [],
    status: 'unpublished',
  });
  await jo.post(`${PATH}/${item.id}/archive`);
});

projects('keep everything that websites show of them', async () => {
  const full = {
    id: 'pots',
    ...fields,
    abstract: 'Über zerbrochene Töpfe.',
    start_date: '2021-03',
    end_date: '2024',
    org_funding_amount: 1_000.5,
    org_funding_currency: 'USD',
    total_funding_amount: 2_000,
    total_funding_currency: 'EUR',
    funding_entities: ['Fund', { name: 'Other fund', share: 0.5 }, null],
    proponent_institution: 'Brown',
    project_logo: { url: 'https://example.org/logo.svg', $odd: { 'a.b': 1 } },
    funding_partner_images: [{ url: 'https://example.org/1.png' }],
    member_orcids: [`https://orcid.org/${CARBERRY}`, CARBERRY],
    coordinator_orcids: [CARBERRY],
  };
  const item = bodyOf<Item>(await jo.post(PATH, full), 201);
  const { created_at: _created, updated_at: _updated, status: _status, ...kept } = item;
  assert.deepEqual(kept, { ...full, member_orcids: [CARBERRY] });
  assert.equal((await jo.post(PATH, full)).status, 200);
  assert.equal((await jo.post(PATH, { ...full, title: 'Other' })).status, 409);
});

projects('created by many at once under one id are one', async () => {
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, index) => jo.post(PATH, { id: 'race', ...fields, title: `Race ${index % 2}` })),
  );
  const kept = bodyOf<Item>(await jo.get(`${PATH}/race`))['title'];
  assert.equal(replies.filter(({ status }) => status === 201).length, 1);
  for (const [index, { status }] of replies.entries())
    assert.ok(`Race ${index % 2}` === kept ? status < 300 : status === 409, `${index}: ${status}`);
  await jo.post(`${PATH}/race/archive`);
});

projects('name the error, and change nothing', async () => {
  const wrong = [
    ['start_date', { start_date: '2021-13' }],
    ['end_date', { end_date: '2021-02-30' }],
    ['end_date', { start_date: '2024', end_date: '2021' }],
    ['org_funding_currency', { org_funding_currency: 'GBP' }],
    ['org_funding_amount', { org_funding_amount: -1 }],
    ['href', { href: 'javascript:alert(1)' }],
    ['member_orcids', { member_orcids: ['0000-0002-1825-0098'] }],
    ['title', { title: ' ' }],
    ['funding_partner_images', { funding_partner_images: ['x'] }],
    ['abstract', { abstract: 1 }],
    ['status', { status: 'published' }],
  ] as const;
  await refusesEach(
    (body) => jo.post(PATH, body),
    [
      ...wrong.map(([field, body]) => [field, { ...fields, ...body }] as const),
      ['programme', { title: 'x', href: 'https://example.org' }],
      ['id', { ...fields, id: 'Not An Id' }],
    ],
  );
  const before = (await jo.get(`${PATH}/pots`)).body;
  await refusesEach((body) => jo.patch(`${PATH}/pots`, body), [...wrong, ['body', []]]);
  assert.deepEqual((await jo.get(`${PATH}/pots`)).body, before);
});

projects('are revised field by field, only at the expected version', async () => {
  const etag = (await jo.get(`${PATH}/pots`)).headers.get('etag') ?? '';
  const headers = { 'if-match': etag };
  const revised = await jo.patch(`${PATH}/pots`, { abstract: null, end_date: null }, { headers });
  const item = bodyOf<Item>(revised);
  assert.deepEqual([item['abstract'], item['end_date'], item['title']], [null, null, fields.title]);
  assert.equal((await jo.patch(`${PATH}/pots`, { title: 'x' }, { headers })).status, 412);
  assert.equal((await jo.patch(`${PATH}/pots`, {})).status, 200);
  assert.equal((await jo.patch(`${PATH}/nothing`, { title: 'x' })).status, 404);
});

projects('revised by two at once keep both revisions', async () => {
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0
        ? jo.patch(`${PATH}/pots`, { proponent_institution: `Brown ${index}` })
        : admin.patch(`${PATH}/pots`, { total_funding_amount: index }),
    ),
  );
  const item = bodyOf<Item>(await jo.get(`${PATH}/pots`));
  assert.match(String(item['proponent_institution']), /^Brown \d$/u);
  assert.ok(Number(item['total_funding_amount']) < 10);
});

projects('are published, unpublished, archived and restored', async () => {
  const moved = async (verb: string): Promise<unknown> => bodyOf<Item>(await jo.post(`${PATH}/pots/${verb}`))['status'];
  assert.equal(await moved('publish'), 'published');
  assert.equal(await moved('publish'), 'published');
  assert.equal(await moved('unpublish'), 'unpublished');
  assert.equal(await moved('archive'), 'archived');
  assert.equal((await jo.post(`${PATH}/pots/publish`)).status, 409);
  assert.equal((await jo.patch(`${PATH}/pots`, { title: 'x' })).status, 409);
  assert.deepEqual(idsOf(await jo.get(PATH), 'projects'), []);
  assert.ok(idsOf(await jo.get(`${PATH}?status=archived`), 'projects').includes('pots'));
  assert.equal(await moved('unarchive'), 'unpublished');
  assert.equal((await jo.post(`${PATH}/nothing/publish`)).status, 404);
});

projects('are found without case and diacritics, filtered, and sorted with missing values last', async () => {
  await jo.patch(`${PATH}/pots`, { abstract: 'Über zerbrochene Töpfe.' });
  const usd = { org_funding_amount: 5, org_funding_currency: 'USD' };
  await jo.post(PATH, { id: 'a-early', ...fields, title: 'Ångström', start_date: '2019', end_date: '2019-05', ...usd });
  await jo.post(PATH, { id: 'b-late', ...fields, title: 'Zebra', programme: 'Žofie', start_date: '2022-01-02' });
  await jo.post(PATH, { id: 'c-never', ...fields, title: 'Émile' });
  await jo.post(`${PATH}/a-early/publish`);
  const ids = async (query: string): Promise<readonly string[]> => idsOf(await jo.get(`${PATH}?${query}`), 'projects');
  assert.deepEqual(await ids('q=uber%20TOPFE'), ['pots']);
  assert.deepEqual(await ids('q=angstrom'), ['a-early']);
  assert.deepEqual(await ids('q=zofie'), ['b-late']);
  assert.deepEqual(await ids('q=angstrom%20zebra'), []);
  assert.deepEqual(await ids('sort=start_date&dir=asc'), ['a-early', 'pots', 'b-late', 'c-never']);
  assert.deepEqual(await ids('sort=start_date&dir=desc'), ['b-late', 'pots', 'a-early', 'c-never']);
  assert.deepEqual(await ids('sort=end_date&dir=desc'), ['a-early', 'b-late', 'c-never', 'pots']);
  assert.deepEqual(await ids('sort=title&dir=asc'), ['a-early', 'pots', 'c-never', 'b-late']);
  assert.deepEqual(await ids('sort=created_at'), ['c-never', 'b-late', 'a-early', 'pots']);
  assert.deepEqual(await ids('status=published'), ['a-early']);
  assert.deepEqual(await ids('status=unpublished&sort=title&dir=desc'), ['b-late', 'c-never', 'pots']);
  assert.deepEqual(await ids('funding_currency=USD&q=ang&status=published'), ['a-early']);
  assert.deepEqual(await ids('funding_currency=EUR&q=angstrom'), []);
  // Those without an amount have a currency, too.
  assert.deepEqual(await ids('funding_currency=USD'), ['a-early', 'pots']);
  assert.deepEqual(await ids('funding_currency=EUR'), ['pots']);
  const echoed = bodyOf<Readonly<Record<string, unknown>>>(await jo.get(`${PATH}?q=%20a%20`));
  assert.deepEqual([echoed['q'], echoed['status'], echoed['funding_currency']], ['a', 'active', null]);
  for (const wrong of ['sort=programme', 'dir=up', 'status=x', 'funding_currency=GBP', 'qq=1'])
    assert.equal((await jo.get(`${PATH}?${wrong}`)).status, 400, wrong);
});

projects('stay in their workspace', async () => {
  assert.equal((await stranger.get(`${PATH}/pots`)).status, 404);
  assert.equal((await stranger.patch(`${PATH}/pots`, { title: 'x' })).status, 404);
  assert.equal((await stranger.post(`${PATH}/pots/publish`)).status, 404);
  assert.deepEqual(idsOf(await stranger.get(`${PATH}?status=all`), 'projects'), []);
});
