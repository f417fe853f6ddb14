/** Workspaces on the dashboard: created and named by superadmins. */
import assert from 'node:assert/strict';
import { bodyOf } from '../../support/dashboard.ts';
import { idsOf, refusesEach, staffed, type Item } from '../../support/staffed.ts';
import { inventedOrcid } from '../../support/history/papers.ts';
import { ingestAll } from '../../support/ingesting.ts';
import { suite } from '../../support/suite.ts';

const PATH = '/api/workspaces';
const workspaces = suite("the dashboard's workspaces");
const { installation, admin, root, stranger } = await staffed(workspaces);

workspaces('are created once, ready to use', async () => {
  const made = await root.post(PATH, { id: 'third', name: 'Third' });
  assert.equal(bodyOf<Item>(made, 201)['name'], 'Third');
  assert.equal((await root.post(PATH, { id: 'third' })).status, 200);
  assert.equal((await root.post(PATH, { id: 'third', name: 'Third' })).status, 200);
  assert.equal((await root.post(PATH, { id: 'third', name: 'Other' })).status, 409);
  const inThird = { headers: { 'x-workspace-id': 'third' } };
  assert.deepEqual(idsOf(await root.get('/api/entities', inThird), 'entities'), ['org']);
  assert.equal((await root.post('/api/members', { email: 'x@example.org', role: 'member' }, inThird)).status, 201);
});

workspaces('requested by many at once are created once', async () => {
  const replies = await Promise.all(Array.from({ length: 8 }, () => root.post(PATH, { id: 'race' })));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 200, 200, 201]);
  const types: string[] = [];
  for (const stream of ['workspace-race', 'entity-race~org'])
    for await (const { type } of installation.events.readStream(stream)) types.push(type);
  assert.deepEqual(types, ['WorkspaceCreated', 'EntityCreated']);
});

workspaces('are renamed only at the expected version', async () => {
  const read = await root.get(`${PATH}/third`);
  bodyOf(read);
  const headers = { 'if-match': read.headers.get('etag') ?? '' };
  const renamed = await root.patch(`${PATH}/third`, { name: ' The third ' }, { headers });
  assert.equal(bodyOf<Item>(renamed)['name'], 'The third');
  assert.equal((await root.patch(`${PATH}/third`, { name: 'x' }, { headers })).status, 412);
  assert.equal((await root.patch(`${PATH}/nothing`, { name: 'x' })).status, 404);
  assert.equal((await root.get(`${PATH}/nothing`)).status, 404);
});

workspaces('are listed, the oldest first', async () => {
  const reply = await root.get(`${PATH}?perPage=100`);
  bodyOf(reply);
  assert.deepEqual(idsOf(reply, 'workspaces'), ['org', 'other', 'third', 'race']);
});

type Counted = Item & { readonly counts?: Readonly<Record<'publications' | 'people' | 'members', number>> };

workspaces('show the size of each on request, excluding deleted, archived and invited items', async () => {
  await ingestAll(installation, ['0000-0002-1825-0097']);
  const [deleted] = idsOf(await admin.get('/api/publications'), 'publications');
  assert.ok(deleted);
  await admin.delete(`/api/publications/${encodeURIComponent(deleted)}`);
  for (const n of [1, 2]) await stranger.post('/api/people', { orcid: inventedOrcid(n) });
  await stranger.post(`/api/people/${inventedOrcid(2)}/archive`);
  await stranger.post('/api/members', { email: 'invited@example.org', role: 'member' });
  const { total } = bodyOf<{ total: number }>(await admin.get('/api/publications?has_doi=all'));
  const expected = {
    org: { publications: total, people: 1, members: 3 },
    other: { publications: 0, people: 1, members: 1 },
  };
  const listed = bodyOf<{ workspaces: Counted[] }>(await root.get(`${PATH}?counts=true`));
  const found = new Map(listed.workspaces.map(({ id, counts }) => [id, counts]));
  for (const [id, counts] of Object.entries(expected)) {
    assert.deepEqual(found.get(id), counts);
    const one = bodyOf<Counted>(await root.get(`${PATH}/${id}?counts=true`));
    assert.deepEqual(one.counts, counts);
  }
  const { workspaces: plain } = bodyOf<{ workspaces: Counted[] }>(await root.get(PATH));
  assert.ok(plain.every((each) => !('counts' in each)));
  assert.equal((await stranger.get(`${PATH}?counts=true`)).status, 403);
  assert.equal((await stranger.get(`${PATH}/other?counts=true`)).status, 403);
});

workspaces('are not for administrators', async () => {
  for (const answer of [
    admin.get(PATH),
    admin.get(`${PATH}/org`),
    admin.post(PATH, { id: 'mine' }),
    admin.patch(`${PATH}/org`, { name: 'Mine' }),
  ])
    assert.equal((await answer).status, 403);
});

workspaces('need a valid id and name', async () =>
  refusesEach(
    (body) => root.post(PATH, body),
    [
      ['id', { id: 'Not An Id' }],
      ['id', { name: 'x' }],
      ['name', { id: 'x', name: ' ' }],
      ['owner', { id: 'x', owner: 'me' }],
    ],
  ),
);

workspaces('created in one request share a correlation on their timeline', async () => {
  const inThird = { headers: { 'x-workspace-id': 'third' } };
  const { events } = bodyOf<{ events: readonly Item[] }>(await root.get('/api/activity?per_page=100', inThird));
  const made = events.filter(({ event_type: type }) => type === 'WorkspaceCreated' || type === 'EntityCreated');
  assert.equal(made.length, 2);
  assert.equal(new Set(made.map(({ correlation_id: id }) => id)).size, 1);
});
