/** The partner API: queueing ingestions, changing memberships, reading people and projects. */
import assert from 'node:assert/strict';
import { exampleOf } from '../../api/openapi/example.ts';
import { createWorkspace } from '../../commands/bootstrap.ts';
import { listUses } from '../../commands/credentials/uses.ts';
import { projectAggregate } from '../../commands/project.ts';
import { Unavailable } from '../../domain/errors.ts';
import type { ProjectFields } from '../../domain/project/events.ts';
import type { Checkpoint } from '../../projections/ports.ts';
import { latestJobs } from '../../projections/queries/ingestions.ts';
import { serveDashboard } from '../support/dashboard.ts';
import { PROJECT_FIELDS } from '../support/examples/administration.ts';
import { openIngested } from '../support/ingested.ts';
import { partnerKey, plugIn } from '../support/plug-ins.ts';
import { servePublic } from '../support/serving.ts';
import { suite } from '../support/suite.ts';
import { dispatch } from '../support/dispatch.ts';

const CARBERRY = '0000-0002-1825-0097';
const NOBODY = '0000-0002-1694-233X';
const MEMBERSHIP = `/api/partners/people/${CARBERRY}/membership`;
const PROJECT: ProjectFields = { ...PROJECT_FIELDS, title: 'Pots', org_funding_amount: 5, member_orcids: [CARBERRY] };

const partners = suite('a partner');

const installation = await partners.holds(openIngested());
await createWorkspace(installation, 'other', 'Other');
const served = await partners.holds(servePublic(installation));
const key = await partnerKey(installation);

partners('queues ingestions in the workspace of its key', async () => {
  const elsewhere = await partnerKey(installation, { workspace: 'other' });
  const reply = await served.post('/api/ingest', { orcid_ids: [NOBODY, NOBODY] }, elsewhere.headers);
  assert.deepEqual(reply.body, { queued: 1, requested: 2, skipped: [{ orcid_id: NOBODY, reason: 'repeated' }] });
  const [there] = await latestJobs(installation.readModels, 'other', [NOBODY]);
  const [here] = await latestJobs(installation.readModels, 'org', [NOBODY]);
  assert.deepEqual([there?.status, here?.status], ['queued', 'none']);
  assert.deepEqual(there?.requested_by, { type: 'api_key', id: elsewhere.keyHash });
});

partners('gets a 400 for an invalid request, which queues nothing', async () => {
  const bad: readonly unknown[] = [
    {},
    { orcid_ids: [] },
    { orcid_ids: [''] },
    { orcid_ids: Array.from({ length: 101 }, () => CARBERRY) },
    { orcid_ids: [CARBERRY], skip_existing: true },
    { orcid_ids: [CARBERRY, 'nonsense'] },
    { orcid_ids: CARBERRY },
    '{"orcid_ids":',
  ];
  const head = await installation.events.head();
  for (const body of bad)
    assert.equal((await served.post('/api/ingest', body, key.headers)).status, 400, JSON.stringify(body));
  assert.equal(await installation.events.head(), head);
  assert.equal((await served.post('/api/ingest', { orcid_ids: [CARBERRY] })).status, 401);
  const lesser = await partnerKey(installation, { scopes: ['membership.update'] });
  assert.equal((await served.post('/api/ingest', {}, lesser.headers)).status, 403);
});

partners('changes a membership, with every documented status', async () => {
  const body = { entity_id: 'org', status: 'external', starts_at: 1_600_000_000_000 };
  const reply = await served.post(MEMBERSHIP, body, key.headers);
  const affiliation = {
    person_orcid: CARBERRY,
    entity_id: 'org',
    status: 'external',
    starts_at: 1_600_000_000_000,
    ends_at: null,
  };
  assert.deepEqual(reply.body, { success: true, affiliation });
  assert.deepEqual((await served.post(MEMBERSHIP, body, key.headers)).body, reply.body);
  const statuses: readonly (readonly [string, unknown, Readonly<Record<string, string>>, number])[] = [
    [MEMBERSHIP, { entity_id: 'other', status: 'org' }, key.headers, 400],
    [MEMBERSHIP, { entity_id: 'org', status: 'none' }, key.headers, 400],
    [MEMBERSHIP, { entity_id: 'org', status: 'org', starts_at: 0 }, key.headers, 400],
    [MEMBERSHIP, { entity_id: 'org', status: 'org', ends_at: 5 }, key.headers, 400],
    ['/api/partners/people/nobody/membership', { entity_id: 'org', status: 'org' }, key.headers, 400],
    [`/api/partners/people/${NOBODY}/membership`, { entity_id: 'org', status: 'org' }, key.headers, 404],
    [MEMBERSHIP, body, {}, 401],
    [MEMBERSHIP, body, (await partnerKey(installation, { scopes: ['ingest'] })).headers, 403],
  ];
  for (const [path, sent, headers, status] of statuses)
    assert.equal((await served.post(path, sent, headers)).status, status, `${path} ${JSON.stringify(sent)}`);
});

partners('gets a pending status while the rows do not show a membership yet', async () => {
  const { readModels } = installation;
  const checkpoint = (): Promise<Checkpoint> => Promise.resolve({ position: 0, phase: 'live' });
  const behind = await partners.holds(
    servePublic({ ...installation, readModels: { ...readModels, checkpoint } }, { visibleWithinMs: 0 }),
  );
  const sent = { entity_id: 'org', status: 'org' };
  assert.equal((await served.post(MEMBERSHIP, sent, key.headers)).headers.get('x-colophon-pending'), null);
  assert.equal((await behind.post(MEMBERSHIP, sent, key.headers)).headers.get('x-colophon-pending'), 'catalogue');
});

partners('has each use of its key recorded', async () => {
  const fresh = await partnerKey(installation, { rateLimitPerMinute: 2, scopes: ['ingest'] });
  await served.post('/api/ingest', { orcid_ids: ['nonsense'] }, fresh.headers);
  await served.post(MEMBERSHIP, {}, fresh.headers);
  await served.post('/api/ingest', { orcid_ids: [CARBERRY] }, fresh.headers);
  await served.post('/api/ingest', { orcid_ids: [CARBERRY] }, fresh.headers);
  const { uses } = await listUses(installation, fresh.keyHash, { limit: 10, after: null });
  const recorded = uses.map((use) => `${'refused' in use ? use.refused : use.operation} ${use.outcome}`).sort();
  assert.deepEqual(recorded, ['1 rate_limited', '1 scope_missing', 'POST /api/ingest 202', 'POST /api/ingest 400']);
  assert.ok(uses.every((use) => 'refused' in use || use.address.includes('127.0.0.1')));
  const dashboard = await serveDashboard(installation);
  const admin = await dashboard.signIn('workspace_admin');
  const path = `/api/site-tools/api-keys/${fresh.keyHash}/uses`;
  const seen: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await admin.get(`${path}?per_page=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
    const { uses: some, next_cursor: next } = page.body as {
      uses: readonly { at: number }[];
      next_cursor: string | null;
    };
    seen.push(...some.map(({ at }) => at));
    cursor = next;
  }
  assert.deepEqual(
    seen,
    uses.map(({ at }) => at),
  );
  assert.equal((await admin.get(`${path}?cursor=x`)).status, 400);
  assert.deepEqual((await admin.get(`${path}?perPage=3`)).body, (await admin.get(`${path}?per_page=3`)).body);
  assert.equal((await (await dashboard.signIn('member')).get(path)).status, 403);
  await dashboard.close();
});

partners('is refused, without effect, when the use of its key cannot be recorded', async () => {
  const state = {
    ...installation.state,
    put: () => Promise.reject(new Unavailable('state', 'away')),
  };
  const broken = await servePublic({ ...installation, state });
  const head = await installation.events.head();
  const reply = await broken.post('/api/ingest', { orcid_ids: [CARBERRY] }, key.headers);
  await broken.close();
  assert.equal(reply.status, 500);
  assert.match((reply.body as { error: string }).error, /API key logging/u);
  assert.equal(await installation.events.head(), head);
});

partners('reads people of its workspace, each with at least one public publication', async () => {
  const site = await plugIn(installation, { scopes: ['people.read'] });
  const get = (path: string) => served.get(path, { headers: site.headers });
  const list = await get('/v1/people?q=carberry');
  const { people, ...envelope } = list.body as { people: readonly { orcid: string; publication_count: number }[] };
  const filters = { entity_id: null, category_id: null };
  assert.deepEqual(envelope, { page: 1, per_page: 20, total: 1, pages: 1, q: 'carberry', ...filters });
  assert.equal(people[0]?.orcid, CARBERRY);
  assert.equal((await get(`/v1/people/${CARBERRY}`)).status, 200);
  assert.ok((people[0]?.publication_count ?? 0) > 0);
  const theirs = await get(`/v1/people/${CARBERRY}/publications?sort=publication_date&dir=asc`);
  assert.equal((theirs.body as { total: number }).total, people[0]?.publication_count);
  assert.equal((await get(`/v1/people/${NOBODY}`)).status, 404);
  assert.equal((await get('/v1/people/nonsense')).status, 404);
  assert.equal((await get('/v1/people/nonsense/publications')).status, 400);
  assert.deepEqual(((await get(`/v1/people/${NOBODY}/publications`)).body as { total: number }).total, 0);
  assert.equal((await served.get('/v1/people')).status, 401);
  const stranger = await plugIn(installation, { workspace: 'other' });
  const none = await served.get('/v1/people', { headers: stranger.headers });
  assert.equal((none.body as { total: number }).total, 0);
  assert.equal((await served.get(`/v1/people/${CARBERRY}`, { headers: stranger.headers })).status, 404);
});

partners('reads each published project once, as in the workspace that has shown it for longest', async () => {
  const send = async (workspace: string, command: Parameters<typeof projectAggregate.decider.decide>[0]) => {
    await dispatch(installation, projectAggregate, 'pots', command, workspace);
    await installation.settled();
  };
  const title = async (): Promise<readonly string[]> => {
    const reply = await served.get('/v1/projects');
    return (reply.body as { projects: readonly { title: string }[] }).projects.map((project) => project.title);
  };
  await send('org', { type: 'CreateProject', id: 'pots', fields: PROJECT });
  await send('other', { type: 'CreateProject', id: 'pots', fields: { ...PROJECT, title: 'Others' } });
  assert.deepEqual(await title(), []);
  assert.equal((await served.get('/v1/projects/pots')).status, 404);
  await send('other', { type: 'MoveProject', move: 'publish' });
  assert.deepEqual(await title(), ['Others']);
  await send('org', { type: 'MoveProject', move: 'publish' });
  assert.deepEqual(await title(), ['Others']);
  await send('other', { type: 'MoveProject', move: 'archive' });
  assert.deepEqual(await title(), ['Pots']);
  const one = await served.get('/v1/projects/pots');
  assert.deepEqual((one.body as { member_orcids: unknown }).member_orcids, [CARBERRY]);
});

/** Fields of an example that the response lacks; for lists, those of the first item. */
const notAnswered = (example: unknown, answer: unknown, at = ''): readonly string[] => {
  if (typeof example !== 'object' || example === null || answer === null) return [];
  if (typeof answer !== 'object') return [at];
  return Object.entries(example).flatMap(([name, each]) => {
    const found = (answer as Readonly<Record<string, unknown>>)[name];
    if (found !== undefined) return notAnswered(each, found, `${at}/${name}`);
    return Array.isArray(example) ? [] : [`${at}/${name}`];
  });
};

/** Facts, which not every record has. */
const FACT = /^\/data\/(?:license|locations|funder|relation|subject|author\/0\/affiliation)$/u;

partners('gets the documented example fields of records', async () => {
  for (const command of [
    { type: 'CreateProject', id: 'shown', fields: PROJECT },
    { type: 'MoveProject', move: 'publish' },
  ] as const)
    await dispatch(installation, projectAggregate, 'shown', command);
  await installation.settled();
  for (const [route, path] of [
    ['/v1/projects/:id', '/v1/projects/shown'],
    ['/v1/doi/*doi', '/v1/doi/10.5555/cpot.2019.001'],
  ]) {
    const declared = served.routes.find((each) => each.path === route);
    const { body, status } = await served.get(path ?? '');
    const missing = notAnswered(exampleOf(declared?.responses[200] ?? {}), body).filter((each) => !FACT.test(each));
    assert.deepEqual([status, missing], [200, []], route);
  }
});
