/** People on the dashboard: search in any script, filters, sorting, and the result of their last ingestion. */
import assert from 'node:assert/strict';
import { handle } from '../../../../commands/handle.ts';
import { ingestionAggregate } from '../../../../commands/ingestion.ts';
import { queueIngestions } from '../../../../commands/queue-ingestions.ts';
import { inventedOrcid } from '../../../support/history/papers.ts';
import { bodyOf } from '../../../support/dashboard.ts';
import { ingestAll } from '../../../support/ingesting.ts';
import { staffed } from '../../../support/staffed.ts';
import { suite } from '../../../support/suite.ts';

const PATH = '/api/people';
const CARBERRY = '0000-0002-1825-0097';
const ZOFIE = inventedOrcid(1);
const NGUYEN = inventedOrcid(2);
const STRASSE = inventedOrcid(3);
const WANG = inventedOrcid(4);
const SOFIA = inventedOrcid(5);
const NOBODY_1 = inventedOrcid(6);
const NOBODY_2 = inventedOrcid(7);

type Person = Readonly<Record<string, unknown>> & { readonly orcid: string };
type Page = { readonly people: readonly Person[]; readonly total: number; readonly pages: number };

const people = suite("the dashboard's people");
const { installation, jo, admin } = await staffed(people);
const list = async (query: string): Promise<Page> => bodyOf<Page>(await jo.get(`${PATH}?perPage=100&${query}`));
const found = async (query: string): Promise<readonly string[]> => (await list(query)).people.map(({ orcid }) => orcid);
const searched = (q: string): Promise<readonly string[]> => found(`q=${encodeURIComponent(q)}`);

await ingestAll(installation, [CARBERRY]);
await admin.post('/api/entities', { id: 'lab', name: { en: 'Lab', de: 'Labor' } });
for (const id of ['guests', 'emeriti']) await admin.post('/api/categories', { id, name: id });
const names = [
  [ZOFIE, { en: 'Zofie Angstrom-Los', sv: 'Žofie Ångström-Łoś', ar: 'زُوفِي' }],
  [NGUYEN, 'Nguyễn Thị Đặng'],
  [STRASSE, { de: 'Jörg Großmann', tr: 'İrem Yılmaz' }],
  [WANG, { 'zh-Hant': '王小明', en: 'Wang Xiaoming' }],
  [SOFIA, { el: 'Σοφία Παπαδοπούλου-Άννης', en: 'Anni' }],
  [NOBODY_1, null],
  [NOBODY_2, null],
] as const;
for (const [orcid, name] of names) await jo.post(PATH, { orcid, ...(name === null ? {} : { name }) });

people('are found by any of their names, without case and diacritics', async () => {
  for (const [q, orcid] of [
    ['zofie', ZOFIE],
    ['ANGSTROM los', ZOFIE],
    ['Ångström', ZOFIE],
    ['زوفي', ZOFIE],
    ['nguyen dang', NGUYEN],
    ['Thi', NGUYEN],
    ['jorg grossmann', STRASSE],
    ['irem yilmaz', STRASSE],
    ['王小', WANG],
    ['xiao', WANG],
    ['σοφια', SOFIA],
    ['ΑΝΝΗΣ', SOFIA],
    [ZOFIE, ZOFIE],
    [`${ZOFIE.slice(0, 15)} zof`, ZOFIE],
  ] as const)
    assert.deepEqual(await searched(q), [orcid], q);
  assert.deepEqual(await searched('zofie nguyen'), []);
  assert.equal((await list('q=%20%20')).total, 8);
});

people('are named in the requested locale', async () => {
  const nameIn = async (orcid: string, locale: string): Promise<unknown> =>
    (await list(`locale=${locale}`)).people.find((each) => each.orcid === orcid)?.['name'];
  assert.equal(await nameIn(ZOFIE, 'sv-SE'), 'Žofie Ångström-Łoś');
  assert.equal(await nameIn(ZOFIE, 'fr'), 'Zofie Angstrom-Los');
  assert.equal(await nameIn(WANG, 'zh-Hant'), '王小明');
  assert.equal(await nameIn(STRASSE, 'fr'), 'Jörg Großmann');
  assert.equal(await nameIn(NOBODY_1, 'fr'), null);
  assert.equal((await jo.get(`${PATH}?locale=not_a_locale`)).status, 400);
});

people('are sorted, with those without a name last in both directions', async () => {
  const nameless = [NOBODY_1, NOBODY_2].sort();
  const named = [SOFIA, STRASSE, CARBERRY, NGUYEN, WANG, ZOFIE];
  assert.deepEqual(await found(''), [...named, ...nameless]);
  assert.deepEqual(await found('sort=name&dir=desc'), [...named.reverse(), ...nameless]);
  const counted = await list('sort=publication_count&dir=desc');
  assert.equal(counted.people[0]?.orcid, CARBERRY);
  assert.ok(Number(counted.people[0]?.['publication_count']) > 0);
  assert.deepEqual(
    counted.people.slice(1).map(({ orcid }) => orcid),
    [ZOFIE, NGUYEN, STRASSE, WANG, SOFIA, NOBODY_1, NOBODY_2].sort(),
  );
  await jo.patch(`${PATH}/${WANG}/details`, { people_type: 'guest' });
  assert.equal((await found('sort=updated_at&dir=desc'))[0], WANG);
  assert.equal((await found('sort=updated_at&dir=asc')).at(-1), WANG);
});

people('are paged without gaps or repeats', async () => {
  const all = await found('sort=publication_count&dir=asc');
  const pages = await Promise.all(
    [1, 2, 3, 4].map(async (page) =>
      bodyOf<Page>(await jo.get(`${PATH}?sort=publication_count&dir=asc&per_page=3&page=${page}`)),
    ),
  );
  assert.deepEqual(
    pages.flatMap(({ people: items }) => items.map(({ orcid }) => orcid)),
    all,
  );
  assert.deepEqual([pages[0]?.total, pages[0]?.pages, pages[3]?.people], [8, 3, []]);
});

people('are filtered by all filters together', async () => {
  const move = (orcid: string, body: object): Promise<unknown> => jo.patch(`${PATH}/${orcid}/affiliation`, body);
  await move(ZOFIE, { entity_id: 'org', status: 'org', starts_at: 1_000 });
  await move(ZOFIE, { entity_id: 'lab', status: 'external', starts_at: 2_000 });
  await move(NGUYEN, { entity_id: 'lab', status: 'org', starts_at: 1_000 });
  await move(WANG, { entity_id: 'org', status: 'org' });
  await jo.patch(`${PATH}/${WANG}`, { name: 'Wang Xiaoming', category_ids: ['guests', 'emeriti'] });
  await jo.patch(`${PATH}/${NGUYEN}`, { name: 'Nguyễn Thị Đặng', category_ids: ['guests'] });
  for (const [query, expected] of [
    ['entity_id=lab', [NGUYEN, ZOFIE]],
    ['entity_id=org', [WANG, ZOFIE]],
    ['entity_id=org&active_only=true', [WANG]],
    ['entity_id=lab&affiliation_status=external', [ZOFIE]],
    ['affiliation_status=org', [NGUYEN, WANG]],
    ['affiliation_status=org&category_id=emeriti', [WANG]],
    ['category_id=guests', [NGUYEN, WANG]],
    ['category_id=guests&entity_id=lab&active_only=true&q=dang', [NGUYEN]],
    ['category_id=guests&entity_id=lab&q=wang', []],
    ['active_only=true', [NGUYEN, WANG, ZOFIE]],
    ['active_only=true&affiliation_status=none', []],
    ['affiliation_status=none&q=anni', [SOFIA]],
    ['entity_id=nowhere', []],
  ] as const)
    assert.deepEqual(await found(query), expected, query);
});

people('who are archived are listed on request', async () => {
  await jo.post(`${PATH}/${SOFIA}/archive`);
  assert.ok(!(await found('')).includes(SOFIA));
  assert.deepEqual(await found('archived=true'), [SOFIA]);
  assert.deepEqual(await found('archived=true&q=wang'), []);
  assert.equal((await jo.get(`${PATH}/${SOFIA}`)).status, 200);
  await jo.post(`${PATH}/${SOFIA}/unarchive`);
  assert.deepEqual(await found('archived=true'), []);
  assert.ok((await found('')).includes(SOFIA));
});

people('name the parameter of a listing that is invalid', async () => {
  for (const [query, field] of [
    ['sort=orcid', 'sort'],
    ['dir=up', 'dir'],
    ['affiliation_status=all', 'affiliation_status'],
    ['active_only=yes', 'active_only'],
    ['perPage=0', 'perPage'],
    ['perPage=101', 'perPage'],
    ['page=0', 'page'],
    ['entity_id=', 'entity_id'],
    ['q=a&q=b', 'q'],
    ['pepPage=1', 'perPage'],
  ] as const) {
    const reply = await jo.get(`${PATH}?${query}`);
    assert.equal(reply.status, 400, query);
    assert.ok(reply.text.includes(field), reply.text);
  }
});

people('show how their last ingestion ended, or null without one', async () => {
  const last = async (orcid: string): Promise<Readonly<Record<string, unknown>> | null> =>
    bodyOf<{ last_ingestion: Readonly<Record<string, unknown>> | null }>(await jo.get(`${PATH}/${orcid}`))
      .last_ingestion;
  assert.equal((await last(CARBERRY))?.['status'], 'succeeded');
  assert.equal(await last(ZOFIE), null);

  const caller = { ...installation.caller, commandId: installation.ids.next() };
  await queueIngestions(installation, { orcids: [ZOFIE], triggerSource: 'people_page', shards: 4 }, caller);
  await installation.settled();
  const queued = await last(ZOFIE);
  assert.equal(queued?.['status'], 'queued');
  const failing = {
    type: 'ForceFailIngestion',
    jobId: String(queued?.['id']),
    error: { code: 'forced', message: 'no longer wanted' },
  } as const;
  await handle(installation, ingestionAggregate, ZOFIE, failing, { ...caller, commandId: installation.ids.next() });
  await installation.settled();
  const failed = await last(ZOFIE);
  assert.deepEqual([failed?.['status'], typeof failed?.['error']], ['failed', 'object']);
});

people('are found by their iDs, in any order', async () => {
  const iDs = [ZOFIE, `https://orcid.org/${CARBERRY}`, inventedOrcid(99)].join(',');
  assert.deepEqual([...(await found(`orcid_ids=${encodeURIComponent(iDs)}`))].sort(), [CARBERRY, ZOFIE].sort());
  assert.deepEqual(await found(`orcid_ids=${NGUYEN}&q=zofie`), []);
  assert.equal((await jo.get(`${PATH}?orcid_ids=1234`)).status, 400);
});
