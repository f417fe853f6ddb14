/** Ingestion by staff: jobs for iDs, publications by DOI, and stuck jobs. */
import assert from 'node:assert/strict';
import { publicPublication } from '../../../projections/queries/public-items.ts';
import type { CslItem } from '../../../domain/csl.ts';
import { ingestionAggregate } from '../../../commands/ingestion.ts';
import { doiCheckKey, workedThroughKey } from '../../../commands/last-checks.ts';
import { addPassedOver } from '../../../commands/passed-over.ts';
import { NO_COUNTS } from '../../../domain/ingestion/state.ts';
import { importDoi } from '../../../workers/ingestion/import-doi.ts';
import { previewImport } from '../../../workers/ingestion/preview-import.ts';
import { ProviderUnavailable } from '../../../workers/ingestion/ports.ts';
import { ingestAll } from '../../support/ingesting.ts';
import { bodyOf, serveDashboard, type Person } from '../../support/dashboard.ts';
import { suite } from '../../support/suite.ts';
import { staffed } from '../../support/staffed.ts';
import { dispatch } from '../../support/dispatch.ts';
import { addPaper } from '../../support/papers.ts';

const CARBERRY = '0000-0002-1825-0097';
const NOBODY = '0000-0001-5109-3700';
const PAPER = '10.5555/cpot.2019.001';

type Job = {
  readonly id: string;
  readonly orcid_id: string;
  readonly status: string;
  readonly queued_at: number;
  readonly unchanged_at: number | null;
};
type Queued = {
  readonly queued: number;
  readonly requested: number;
  readonly jobs: readonly Job[];
  readonly skipped: unknown;
};

const ingesting = suite('ingestion on the dashboard');

const { installation, dashboard, jo, admin } = await staffed(ingesting);

const status = async (ids: string): Promise<readonly Job[]> =>
  bodyOf<{ statuses: readonly Job[] }>(await jo.get(`/api/ingest/status?orcid_ids=${ids}`)).statuses;

ingesting('has the status `none` for an iD that was never ingested, and requires the parameter', async () => {
  assert.equal((await status(CARBERRY))[0]?.status, 'none');
  for (const query of ['', '?orcid_ids=', '?orcid_ids=1234', `?orcid_ids=${CARBERRY}&orcid_ids=${CARBERRY}`])
    assert.equal((await jo.get(`/api/ingest/status${query}`)).status, 400, query);
});

ingesting('queues each iD once, and names skipped ones', async () => {
  const request = { orcid_ids: [CARBERRY, `https://orcid.org/${CARBERRY}`], trigger_source: 'people_page' };
  const reply = await jo.post('/api/ingest', request);
  const { queued, requested, jobs, skipped } = bodyOf<Queued>(reply, 202);
  assert.deepEqual([queued, requested], [1, 2]);
  assert.deepEqual(skipped, [{ orcid_id: CARBERRY, reason: 'repeated' }]);
  const [job] = await status(CARBERRY);
  assert.deepEqual(job, jobs[0]);
  assert.deepEqual(job, {
    ...job,
    status: 'queued',
    trigger_source: 'people_page',
    requested_by: { type: 'user', id: jo.userId },
    correlation_id: reply.headers.get('x-request-id'),
  });
  const again = bodyOf<Queued>(await jo.post('/api/import/orcid', { orcid_ids: [CARBERRY] }), 202);
  assert.deepEqual([again.queued, again.skipped], [0, [{ orcid_id: CARBERRY, reason: 'active' }]]);
});

ingesting('queues nothing when one iD is malformed, or the body is not as documented', async () => {
  const bad: readonly unknown[] = [
    { orcid_ids: [NOBODY, '0000-0002-1825-0098'] },
    { orcid_ids: [] },
    { orcid_ids: [''] },
    { orcid_ids: Array.from({ length: 101 }, () => NOBODY) },
    { orcid_ids: [NOBODY], trigger_source: 'harvest' },
    { orcid_ids: [NOBODY], skip_exisiting: true },
    {},
  ];
  for (const body of bad)
    for (const path of ['/api/ingest', '/api/import/orcid'])
      assert.equal((await jo.post(path, body)).status, 400, JSON.stringify(body).slice(0, 80));
  assert.equal((await status(NOBODY))[0]?.status, 'none');
});

ingesting('lists the jobs of the workspace, by status or all, with the count of each status', async () => {
  const path = '/api/ingest/jobs';
  const read = async (query = '', person = jo): Promise<{ jobs: readonly Job[]; counts: unknown }> =>
    bodyOf(await person.get(path + query));
  const { jobs, counts } = await read();
  assert.deepEqual(
    jobs.map(({ orcid_id, status: now }) => [orcid_id, now]),
    [[CARBERRY, 'queued']],
  );
  assert.deepEqual(counts, { queued: 1, processing: 0, failed: 0, succeeded: 0 });
  assert.deepEqual(await read('?status=failed'), { jobs: [], counts });
  assert.deepEqual((await read('?status=queued&limit=1')).jobs, jobs);
  assert.deepEqual((await read('', await dashboard.signIn('member', { workspace: 'other' }))).jobs, []);
  for (const query of ['?status=stuck', '?limit=0', '?limit=101'])
    assert.equal((await jo.get(path + query)).status, 400, query);
});

ingesting('names the people whom matching skipped, in this workspace only', async () => {
  const path = '/api/ingest/matching';
  const read = async (person: Person): Promise<unknown> => bodyOf(await person.get(path));
  assert.deepEqual(await read(jo), { passed_over: null });
  const note = { publications: 2, people: 250, doi: PAPER, at: 1_000 };
  await addPassedOver(installation.state, 'org', note);
  await addPassedOver(installation.state, 'org', { ...note, publications: 3, people: 12 });
  assert.deepEqual(await read(jo), { passed_over: { ...note, publications: 5, people: 12 } });
  assert.deepEqual(await read(await dashboard.signIn('member', { workspace: 'other' })), { passed_over: null });
});

ingesting('fails a job permanently on request, whatever its worker does later', async () => {
  const [job] = await status(CARBERRY);
  assert.ok(job);
  const stuck = bodyOf<{ jobs: readonly Job[] }>(await admin.get('/api/ingest/stuck?threshold_seconds=0'));
  assert.deepEqual(
    stuck.jobs.map(({ id }) => id),
    [job.id],
  );
  assert.deepEqual(bodyOf<{ jobs: unknown[] }>(await admin.get('/api/ingest/stuck')).jobs, []);
  assert.equal((await jo.get('/api/ingest/stuck')).status, 403);

  const worker = 'w1';
  const start = { type: 'StartIngestion', jobId: job.id, worker, now: Date.now() } as const;
  await dispatch(installation, ingestionAggregate, CARBERRY, start);

  const path = `/api/ingest/stuck/${job.id}/force-fail`;
  assert.equal((await jo.post(path, { orcid_id: CARBERRY })).status, 403);
  const failed = bodyOf<{ job: Job }>(await admin.post(path, { orcid_id: CARBERRY, error_message: 'hung' }));
  assert.equal(failed.job.status, 'failed');
  assert.equal((await admin.post(path, { orcid_id: CARBERRY })).status, 404);
  assert.equal((await admin.post('/api/ingest/stuck/nothing/force-fail', { orcid_id: NOBODY })).status, 404);

  const outcome = { worker, counts: NO_COUNTS, confirmed: [], failedWorks: [] } as const;
  const done = { type: 'SucceedIngestion', jobId: job.id, ...outcome } as const;
  const late = await dispatch(installation, ingestionAggregate, CARBERRY, done);
  assert.deepEqual(late.events, []);
  await installation.settled();
  assert.equal((await status(CARBERRY))[0]?.status, 'failed');
});

type Preview = {
  readonly outcome: string;
  readonly dry_run: boolean;
  readonly title: string | null;
  readonly changes: readonly { readonly path: string; readonly before: unknown; readonly after: unknown }[];
};

ingesting('previews what importing a DOI would create or change, and records nothing', async () => {
  const doi = '10.5555/conf.kiln.77';
  const head = await installation.events.head();
  const look = async (): Promise<Preview> => bodyOf<Preview>(await jo.post('/api/import/doi?dry_run=true', { doi }));
  const created = await look();
  assert.deepEqual([created.outcome, created.dry_run], ['created', true]);
  const title = created.changes.find(({ path }) => path === '/title');
  assert.deepEqual([title?.before, title?.after], [null, created.title]);
  assert.equal(await installation.events.head(), head);
  assert.equal((await jo.get(`/api/publications/${doi}`)).status, 404);

  bodyOf(await jo.post('/api/import/doi', { doi }), 201);
  const there = await look();
  assert.deepEqual([there.outcome, there.changes], ['unchanged', []]);

  // Recorded in an earlier state: the provider's current values are shown field by field, unless staff have edited them.
  const { merged } = bodyOf<{ merged: CslItem }>(await jo.get(`/api/publications/${doi}`));
  const original = { ...merged, title: 'As it once was', publisher: 'Another' };
  await addPaper(installation, doi, { original, fetchedAt: Date.now() });
  await jo.patch(`/api/publications/${doi}`, [{ op: 'replace', path: '/title', value: 'As people say' }]);
  await installation.settled();
  const before = await installation.events.head();
  const changed = await look();
  assert.equal(changed.outcome, 'refreshed');
  assert.deepEqual(
    changed.changes.map(({ path, before: was }) => [path, was]),
    [['/publisher', 'Another']],
  );
  assert.equal(changed.title, 'As people say');
  assert.equal(await installation.events.head(), before);
  bodyOf(await jo.post('/api/import/doi', { doi }));
  assert.deepEqual((await look()).changes, []);
});

ingesting('refuses a preview for the same reasons as the import', async () => {
  const look = (body: object) => jo.post('/api/import/doi?dry_run=true', body);
  const unknown = bodyOf<{ details: { asked: string[] } }>(await look({ doi: '10.5555/no-such-thing' }), 404);
  assert.match(unknown.details.asked.join(' '), /crossref/iu);
  assert.equal((await look({ doi: 'nonsense' })).status, 400);
  assert.equal((await look({ doi: PAPER, person_orcids: [NOBODY] })).status, 400);
});

ingesting('imports a DOI, once, with registered people', async () => {
  const created = await jo.post('/api/import/doi', { doi: `https://doi.org/${PAPER.toUpperCase()}` });
  assert.equal(bodyOf<{ outcome: string }>(created, 201).outcome, 'created');
  assert.equal((await jo.get(`/api/publications/${PAPER}`)).status, 200);
  const again = await jo.post('/api/import/doi', { doi: PAPER });
  assert.equal(bodyOf<{ outcome: string }>(again).outcome, 'unchanged');
  const head = await installation.events.head();
  const refused = await jo.post('/api/import/doi', { doi: PAPER, person_orcids: [NOBODY] });
  assert.equal(refused.status, 400);
  assert.match(refused.text, /no person is registered/u);
  assert.equal(await installation.events.head(), head);

  await ingestAll(installation, [CARBERRY]);
  const linked = await jo.post('/api/import/doi', { doi: PAPER, person_orcids: [CARBERRY] });
  assert.ok(bodyOf<{ person_orcids: string[] }>(linked).person_orcids.includes(CARBERRY));
});

ingesting('does not restore what staff deleted', async () => {
  assert.equal((await jo.delete(`/api/publications/${PAPER}`)).status, 200);
  const imported = bodyOf<{ deleted_at: unknown }>(await jo.post('/api/import/doi', { doi: PAPER }));
  assert.equal(typeof imported.deleted_at, 'string');
  await installation.settled();
  assert.equal(await publicPublication(installation.readModels, PAPER), null);
});

ingesting('names the providers that were queried for an unknown DOI, and distinguishes an outage', async () => {
  const unknown = await jo.post('/api/import/doi', { doi: '10.5555/no-such-thing' });
  const { details } = bodyOf<{ details: { asked: readonly string[] } }>(unknown, 404);
  assert.deepEqual(details.asked, ['crossref', 'datacite', 'openalex']);
  assert.equal((await jo.post('/api/import/doi', { doi: 'nonsense' })).status, 400);

  const describe = () => Promise.reject(new ProviderUnavailable('crossref', 'timeout', 'no answer from 10.0.0.1'));
  const providers = { ...installation.providers, describe };
  await using away = await serveDashboard(installation, {
    imports: {
      doi: (...args) => importDoi({ ...installation, providers }, ...args),
      preview: (...args) => previewImport({ ...installation, providers }, ...args),
    },
  });
  const member = await away.signIn('member');
  const head = await installation.events.head();
  const looked = await member.post('/api/import/doi?dry_run=true', { doi: PAPER });
  assert.equal(looked.status, 503);
  assert.match(looked.text, /Crossref/u);
  const refused = await member.post('/api/import/doi', { doi: PAPER });
  assert.equal(bodyOf<{ error: string }>(refused, 503).error, 'Crossref cannot be reached at the moment');
  assert.ok(refused.headers.get('retry-after'));
  assert.equal(await installation.events.head(), head);
});

ingesting('keeps workspaces apart', async () => {
  const stranger = await dashboard.signIn('workspace_admin', { workspace: 'other' });
  const body = bodyOf<{ statuses: readonly Job[] }>(await stranger.get(`/api/ingest/status?orcid_ids=${CARBERRY}`));
  assert.equal(body.statuses[0]?.status, 'none');
  assert.deepEqual(bodyOf<{ jobs: unknown[] }>(await stranger.get('/api/ingest/stuck?threshold_seconds=0')).jobs, []);
});

ingesting('accepts with an iD the option to unlink works that its list has lost', async () => {
  const lost = '0000-0002-1694-233X';
  bodyOf(await jo.post('/api/ingest?accept_losses=true', { orcid_ids: [lost] }), 202);
  const queued = [];
  for await (const { type, data } of installation.events.readStream(`ingestion-org~${lost}`))
    queued.push({ type, data });
  assert.deepEqual(
    queued.map(({ type, data }) => [type, (data as { readonly acceptsLosses?: true }).acceptsLosses]),
    [['IngestionQueued', true]],
  );
  assert.equal((await jo.post('/api/ingest?accept_losses=yes', { orcid_ids: [lost] })).status, 400);
});

ingesting('tells when a record and an iD were last checked, and the record stays as it is', async () => {
  const [doi, { state }] = ['10.5555/checked', installation];
  const checked = `/api/publications/${doi}/last-check`;
  assert.equal((await jo.get(checked)).status, 404);
  await addPaper(installation, doi);
  await installation.settled();
  const { headers, body } = await jo.get(`/api/publications/${doi}`);
  assert.deepEqual(bodyOf(await jo.get(checked)), { last_checked_at: null });
  await state.put(doiCheckKey(doi), { askedAt: 5_000 });
  assert.deepEqual(bodyOf(await jo.get(checked)), { last_checked_at: 5_000 });
  const again = await jo.get(`/api/publications/${doi}`);
  assert.deepEqual([again.headers.get('etag'), again.body], [headers.get('etag'), body]);

  await ingestAll(installation, [CARBERRY]);
  await installation.settled();
  const unchangedAt = async (): Promise<unknown> => (await status(CARBERRY))[0]?.unchanged_at;
  assert.equal(await unchangedAt(), null);
  const at = Date.now() + 1_000;
  await state.put(workedThroughKey('org', CARBERRY), { digest: '', position: 0, unchangedAt: at });
  assert.equal(await unchangedAt(), at);
  await state.put(workedThroughKey('org', CARBERRY), { digest: '', position: 0, unchangedAt: 1 });
  assert.equal(await unchangedAt(), null, 'before the job');
});
