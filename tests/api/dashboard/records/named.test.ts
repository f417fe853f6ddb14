import assert from 'node:assert/strict';
import { inventedOrcid } from '../../../support/history/papers.ts';
import { bodyOf } from '../../../support/dashboard.ts';
import { idsOf, refusesEach, staffed, type Item } from '../../../support/staffed.ts';
import { suite } from '../../../support/suite.ts';

const named = suite('the dashboard');
const { installation, jo, admin, stranger } = await staffed(named);

for (const [path, plural] of [
  ['/api/entities', 'entities'],
  ['/api/categories', 'categories'],
] as const) {
  named(`creates ${plural} once`, async () => {
    const lab = { id: 'lab', name: { en: 'Lab', de: 'Labor' } };
    const item = bodyOf<Item>(await admin.post(path, lab), 201);
    assert.deepEqual([item.id, item['name'], item['archived']], ['lab', lab.name, false]);
    bodyOf(await admin.post(path, { id: 'lab', name: { de: 'Labor', en: 'Lab' } }));
    assert.equal((await admin.post(path, { id: 'lab', name: 'Another' })).status, 409);
    assert.deepEqual(bodyOf<Item>(await admin.get(`${path}/lab`))['name'], lab.name);
  });

  named(`creates one of ${plural} when many request it at once`, async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Kiln ${index % 3}`);
    const replies = await Promise.all(names.map((name) => admin.post(path, { id: 'kiln', name })));
    const kept = bodyOf<Item>(await admin.get(`${path}/kiln`))['name'];
    assert.equal(replies.filter(({ status }) => status === 201).length, 1);
    for (const [index, { status }] of replies.entries())
      assert.ok(
        names[index] === kept ? status === 200 || status === 201 : status === 409,
        `${names[index]}: ${status}`,
      );
  });

  named(`refuses ${plural} with an invalid id or name`, async () => {
    await refusesEach(
      (body) => admin.post(path, body),
      [
        ['id', { id: 'Lab', name: 'x' }],
        ['id', { id: '', name: 'x' }],
        ['id', { id: 'a~b', name: 'x' }],
        ['id', { id: 'x'.repeat(41), name: 'x' }],
        ['id', { name: 'x' }],
        ['name', { id: 'x' }],
        ['name', { id: 'x', name: '' }],
        ['name', { id: 'x', name: ' ' }],
        ['name', { id: 'x', name: {} }],
        ['name', { id: 'x', name: { 'not a locale': 'x' } }],
        ['name', { id: 'x', name: 'x'.repeat(150_000) }],
        ['y', { id: 'x', name: 'x', y: 1 }],
        ['body', []],
      ],
    );
    assert.equal((await admin.get(`${path}/x`)).status, 404);
  });

  named(`renames ${plural} only at the expected version`, async () => {
    const read = await admin.get(`${path}/lab`);
    bodyOf(read);
    const headers = { 'if-match': read.headers.get('etag') ?? '' };
    const renamed = await admin.patch(`${path}/lab`, { name: 'Laboratory' }, { headers });
    assert.equal(bodyOf<Item>(renamed)['name'], 'Laboratory');
    assert.equal((await admin.patch(`${path}/lab`, { name: 'x' }, { headers })).status, 412);
    const next = { 'if-match': renamed.headers.get('etag') ?? '' };
    assert.equal((await admin.patch(`${path}/lab`, { name: 'Lab' }, { headers: next })).status, 200);
    assert.equal((await admin.patch(`${path}/nothing`, { name: 'x' })).status, 404);
  });

  named(`archives and restores ${plural}`, async () => {
    const listed = async (query = ''): Promise<readonly string[]> => idsOf(await jo.get(`${path}${query}`), plural);
    bodyOf(await jo.get(path));
    assert.ok((await listed()).includes('lab'));
    assert.equal(bodyOf<Item>(await admin.post(`${path}/lab/archive`))['archived'], true);
    assert.equal((await admin.post(`${path}/lab/archive`)).status, 200);
    assert.ok(!(await listed()).includes('lab'));
    assert.deepEqual(await listed('?status=archived'), ['lab']);
    assert.ok((await listed('?status=all')).includes('lab'));
    assert.equal(bodyOf<Item>(await admin.post(`${path}/lab/unarchive`))['archived'], false);
    assert.ok((await listed()).includes('lab'));
    assert.equal((await admin.post(`${path}/nothing/archive`)).status, 404);
  });

  named(`lists ${plural} by id, in pages`, async () => {
    for (const id of ['c', 'a', 'b']) await admin.post(path, { id, name: id });
    const all = idsOf(await jo.get(`${path}?status=all&perPage=100`), plural);
    assert.deepEqual(all, [...all].sort());
    const paged = await Promise.all(
      [1, 2, 3].map(async (page) => idsOf(await jo.get(`${path}?status=all&per_page=2&page=${page}`), plural)),
    );
    assert.deepEqual(paged.flat(), all.slice(0, 6));
    assert.equal((await jo.get(`${path}?status=gone`)).status, 400);
    assert.equal((await jo.get(`${path}?per_page=2&perPage=2`)).status, 400);
  });

  named(`keeps ${plural} to their workspace`, async () => {
    assert.equal((await stranger.get(`${path}/lab`)).status, 404);
    assert.equal((await stranger.patch(`${path}/lab`, { name: 'Theirs' })).status, 404);
    assert.equal((await stranger.post(`${path}/lab/archive`)).status, 404);
    assert.equal((await stranger.post(path, { id: 'lab', name: 'Theirs' })).status, 201);
    assert.equal(bodyOf<Item>(await jo.get(`${path}/lab`))['name'], 'Lab');
  });
}

named('counts the people who currently belong to an entity or a category', async () => {
  const counts = async (path: string): Promise<unknown> => {
    const reply = await jo.get(`${path}?status=all&per_page=100`);
    const listed = bodyOf<Readonly<Record<string, readonly Item[]>>>(reply)[path.slice('/api/'.length)] ?? [];
    const one = bodyOf<Item>(await jo.get(`${path}/kiln`))['people_count'];
    return [
      one,
      listed.find(({ id }) => id === 'kiln')?.['people_count'],
      listed.find(({ id }) => id === 'a')?.['people_count'],
    ];
  };
  const [first, second, gone] = [inventedOrcid(1), inventedOrcid(2), inventedOrcid(3)];
  for (const orcid of [first, second, gone]) {
    assert.equal((await jo.post('/api/people', { orcid, name: orcid })).status, 201);
    assert.equal((await jo.patch(`/api/people/${orcid}`, { name: orcid, category_ids: ['kiln', 'a'] })).status, 200);
    const affiliation = { entity_id: 'kiln', status: 'org' };
    assert.equal((await jo.patch(`/api/people/${orcid}/affiliation`, affiliation)).status, 200);
  }
  assert.equal((await admin.post(`/api/people/${gone}/archive`)).status, 200);
  assert.equal((await jo.patch(`/api/people/${second}/affiliation`, { entity_id: 'a', status: 'org' })).status, 200);
  await installation.settled();
  assert.deepEqual(await counts('/api/entities'), [1, 1, 1]);
  assert.deepEqual(await counts('/api/categories'), [2, 2, 2]);
});

named('lets only administrators change entities, and members categories', async () => {
  assert.equal((await jo.post('/api/entities', { id: 'x', name: 'x' })).status, 403);
  assert.equal((await jo.patch('/api/entities/org', { name: 'x' })).status, 403);
  assert.equal((await jo.post('/api/entities/lab/archive')).status, 403);
  assert.equal((await jo.post('/api/categories', { id: 'y', name: 'y' })).status, 201);
});

named('does not archive the entity that every workspace needs', async () => {
  assert.equal((await admin.post('/api/entities/org/archive')).status, 409);
  assert.equal(bodyOf<Item>(await admin.get('/api/entities/org'))['archived'], false);
});
