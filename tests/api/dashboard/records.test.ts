/** What else staff make: entities, categories, projects, works, members, workspaces. */
import assert from 'node:assert/strict';
import { createWorkspace } from '../../../commands/bootstrap.ts';
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { workAggregate } from '../../../commands/work.ts';
import { randomIds } from '../../../infra/system.ts';
import { answersAsDeclared } from '../../support/declared.ts';
import { bodyOf, serveDashboard, type Dashboard, type Person } from '../../support/dashboard.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';

const records = suite('the dashboard');
let installation: Installation;
let dashboard: Dashboard;
let jo: Person;
let admin: Person;
let root: Person;

records.before(async () => {
  installation = await openInstallation();
  await createWorkspace(installation, 'other', 'Other');
  dashboard = await serveDashboard(installation);
  jo = await dashboard.signIn('member');
  admin = await dashboard.signIn('workspace_admin');
  root = await dashboard.signIn('superadmin');
});
records.after(async () => {
  await dashboard.close();
  await installation.stop();
});

type Item = Readonly<Record<string, unknown>> & { readonly id: string };
const ids = (body: unknown, name: string): readonly string[] =>
  (body as Readonly<Record<string, readonly Item[]>>)[name]?.map(({ id }) => id) ?? [];

for (const [path, plural] of [
  ['/api/entities', 'entities'],
  ['/api/categories', 'categories'],
] as const)
  records(`makes, renames and archives ${plural}`, async () => {
    const created = await admin.post(path, { id: 'lab', name: 'Lab' });
    answersAsDeclared(dashboard.routes, 'POST', path, created);
    assert.equal(created.status, 201);
    assert.equal((await admin.post(path, { id: 'lab', name: 'Lab' })).status, 200);
    assert.equal((await admin.post(path, { id: 'lab', name: 'Another' })).status, 409);
    for (const body of [
      { id: 'Lab', name: 'x' },
      { id: 'x' },
      { id: 'x', name: '' },
      { id: '', name: 'x' },
      { id: 'x', name: 'x', y: 1 },
    ])
      // prettier-ignore
      assert.equal((await admin.post(path, body)).status, 400, JSON.stringify(body));

    const read = await jo.get(`${path}/lab`);
    answersAsDeclared(dashboard.routes, 'GET', `${path}/:id`, read);
    const etag = read.headers.get('etag') ?? '';
    const renamed = await admin.patch(
      `${path}/lab`,
      { name: { en: 'Lab', de: 'Labor' } },
      { headers: { 'if-match': etag } },
    );
    assert.deepEqual(bodyOf<Item>(renamed)['name'], { en: 'Lab', de: 'Labor' });
    assert.equal((await admin.patch(`${path}/lab`, { name: 'x' }, { headers: { 'if-match': etag } })).status, 412);
    assert.equal((await admin.patch(`${path}/nothing`, { name: 'x' })).status, 404);

    assert.ok(ids(bodyOf(await jo.get(path)), plural).includes('lab'));
    assert.equal(bodyOf<Item>(await admin.post(`${path}/lab/archive`))['archived'], true);
    assert.ok(!ids(bodyOf(await jo.get(path)), plural).includes('lab'));
    assert.ok(ids(bodyOf(await jo.get(`${path}?status=archived`)), plural).includes('lab'));
    const stranger = await dashboard.signIn('workspace_admin', { workspace: 'other' });
    assert.equal((await stranger.get(`${path}/lab`)).status, 404);
  });

records('lets only administrators change entities', async () => {
  assert.equal((await jo.post('/api/entities', { id: 'x', name: 'x' })).status, 403);
  assert.equal((await jo.post('/api/categories', { id: 'x', name: 'x' })).status, 201);
  assert.equal(
    (await admin.patch('/api/people/0000-0002-1825-0097/affiliation', { entity_id: 'org', status: 'org' })).status,
    404,
  );
});

records('keeps projects, which websites show once they are published', async () => {
  const fields = { programme: 'Horizon', title: 'Cracking pots', href: 'https://example.org/pots' };
  const created = await jo.post('/api/projects', { id: 'pots', ...fields, start_date: '2021-03', end_date: '2024' });
  answersAsDeclared(dashboard.routes, 'POST', '/api/projects', created);
  assert.equal(created.status, 201);
  const again = { id: 'pots', ...fields, start_date: '2021-03', end_date: '2024' };
  assert.equal((await jo.post('/api/projects', again)).status, 200);
  assert.equal((await jo.post('/api/projects', { ...again, title: 'Other' })).status, 409);
  assert.equal((await jo.post('/api/projects', fields)).status, 201);
  const bad = [{ ...fields, start_date: '2021-13' }, { ...fields, start_date: '2024', end_date: '2021' }, { ...fields, org_funding_currency: 'GBP' }, { ...fields, href: 'javascript:x' }, { title: 'x' }]; // prettier-ignore
  for (const body of bad) assert.equal((await jo.post('/api/projects', body)).status, 400, JSON.stringify(body));

  const revised = bodyOf<Item>(
    await jo.patch('/api/projects/pots', { abstract: 'Über Töpfe', org_funding_amount: 1.5 }),
  );
  assert.deepEqual([revised['abstract'], revised['title']], ['Über Töpfe', 'Cracking pots']);
  assert.deepEqual(ids(bodyOf(await jo.get('/api/projects?q=uber%20topfe')), 'projects'), ['pots']);
  assert.equal(bodyOf<Item>(await jo.post('/api/projects/pots/publish'))['status'], 'published');
  assert.deepEqual(ids(bodyOf(await jo.get('/api/projects?status=published&sort=title')), 'projects'), ['pots']);
  assert.equal(bodyOf<Item>(await jo.post('/api/projects/pots/archive'))['status'], 'archived');
  assert.equal((await jo.post('/api/projects/pots/publish')).status, 409);
  assert.equal((await jo.patch('/api/projects/pots', { title: 'x' })).status, 409);
  assert.equal(bodyOf<Item>(await jo.post('/api/projects/pots/unarchive'))['status'], 'unpublished');
  assert.equal((await jo.get('/api/projects/nothing')).status, 404);
});

records('keeps what staff change of a work through a refresh', async () => {
  const key = 'pmid:1';
  const record = { type: 'RecordWork', key, href: 'https://example.org/1', links: [] } as const;
  const source = { provider: 'orcid', url: 'https://orcid.example/1/works' } as const;
  const harvest = async (title: string, fetchedAt: number): Promise<void> => {
    const caller = newCaller(randomIds, 'org', { type: 'system', id: 'test' });
    const original = { type: 'book', title };
    await handle(installation, workAggregate, key, { ...record, original, source, fetchedAt }, caller);
    await installation.settled();
  };
  await harvest('Potts', 1_000);
  const at = `/api/works/${encodeURIComponent(key)}`;
  const edited = await jo.patch(at, { title: 'Pots', publication_date: '2020-05' });
  answersAsDeclared(dashboard.routes, 'PATCH', '/api/works/:id', edited);
  await harvest('Pottts', 2_000);
  const { title, publication_year: year, work_type: type } = bodyOf<Item>(await jo.get(at));
  assert.deepEqual([title, year, type], ['Pots', 2020, 'book']);
  assert.equal(bodyOf<Item>(await jo.post(`${at}/unpublish`))['status'], 'unpublished');
  assert.deepEqual(ids(bodyOf(await jo.get('/api/works?status=unpublished')), 'works'), [key]);
});

records('makes works of its own', async () => {
  const fields = { title: 'A talk', work_type: 'speech', href: 'https://example.org/talk' };
  const created = await jo.post('/api/works', { id: 'talk-1', ...fields });
  answersAsDeclared(dashboard.routes, 'POST', '/api/works', created);
  assert.equal(created.status, 201);
  assert.equal((await jo.post('/api/works', { id: 'talk-1', ...fields })).status, 200);
  assert.equal((await jo.post('/api/works', { id: 'talk-1', ...fields, title: 'B' })).status, 409);
  assert.equal((await jo.post('/api/works', { ...fields, publication_date: '2020-02-30' })).status, 400);
  assert.equal((await jo.post('/api/works', { ...fields, work_type: 'poem' })).status, 400);
});

records('invites members, changes their role and lets them go at once', async () => {
  const invited = await admin.post('/api/members', { email: 'New@Example.org ', role: 'member' });
  answersAsDeclared(dashboard.routes, 'POST', '/api/members', invited);
  const { id, email } = bodyOf<Item>(invited, 201);
  assert.equal(email, 'new@example.org');
  assert.equal((await admin.post('/api/members', { email: 'new@example.org', role: 'member' })).status, 200);
  assert.equal(
    bodyOf<Item>(await admin.patch(`/api/members/${id}`, { role: 'workspace_admin' }))['role'],
    'workspace_admin',
  );
  const listed = await admin.get('/api/members');
  answersAsDeclared(dashboard.routes, 'GET', '/api/members', listed);
  assert.ok(ids(listed.body, 'members').includes(id));

  const leaving = await dashboard.signIn('member');
  assert.equal((await leaving.get('/api/publications')).status, 200);
  assert.equal((await admin.delete(`/api/members/${leaving.userId}`)).status, 200);
  assert.equal((await leaving.get('/api/publications')).status, 403);
  assert.equal((await admin.delete(`/api/members/${leaving.userId}`)).status, 404);
  for (const body of [{ email: 'x', role: 'member' }, { email: 'a@b.c', role: 'king' }, { email: 'a@b.c' }])
    assert.equal((await admin.post('/api/members', body)).status, 400, JSON.stringify(body));
  for await (const event of installation.events.readAll())
    assert.ok(!JSON.stringify(event).includes('new@example.org'), 'an address in an event');
});

records('lets nobody grant or take a role above their own', async () => {
  assert.equal((await jo.post('/api/members', { email: 'a@example.org', role: 'member' })).status, 403);
  assert.equal((await admin.post('/api/members', { email: 'a@example.org', role: 'superadmin' })).status, 403);
  assert.equal((await admin.patch(`/api/members/${admin.userId}`, { role: 'superadmin' })).status, 403);
  assert.equal((await admin.delete(`/api/members/${root.userId}`)).status, 403);
  assert.equal((await admin.patch(`/api/members/${root.userId}`, { role: 'member' })).status, 403);
  assert.equal((await root.post('/api/members', { email: 'a@example.org', role: 'superadmin' })).status, 201);
});

records('makes workspaces, for a superadmin alone, ready to be worked in', async () => {
  assert.equal((await admin.get('/api/workspaces')).status, 403);
  const created = await root.post('/api/workspaces', { id: 'third', name: 'Third' });
  answersAsDeclared(dashboard.routes, 'POST', '/api/workspaces', created);
  assert.equal(created.status, 201);
  assert.equal((await root.post('/api/workspaces', { id: 'third' })).status, 200);
  assert.equal((await root.post('/api/workspaces', { id: 'Not An Id' })).status, 400);
  assert.ok(ids(bodyOf(await root.get('/api/workspaces')), 'workspaces').includes('third'));
  const inThird = { headers: { 'x-workspace-id': 'third' } };
  assert.deepEqual(ids(bodyOf(await root.get('/api/entities', inThird)), 'entities'), ['org']);
});
