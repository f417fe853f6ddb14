/** Each role, as a process would run it, with real requests, an ingestion, a conflict and a poison event, is scraped. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { grantSession } from '../../../../commands/identity/grant-session.ts';
import { recordBackup } from '../../../../commands/last-backup.ts';
import type { NewEvent } from '../../../../commands/ports.ts';
import { replaying, type Replaying } from '../../../../infra/demo/replaying.ts';
import { SAMPLE } from '../../../../infra/demo/sample.ts';
import { randomIds, systemClock } from '../../../../infra/system.ts';
import { newEvent } from '../../../support/new-event.ts';
import { requestRebuild, requestSkip } from '../../../../workers/rebuild/requests.ts';
import { untilServing } from '../../../../workers/rebuild/list.ts';
import { catalogue } from '../../../../projections/catalogue/index.ts';
import { projectionKey } from '../../../../projections/define.ts';
import { colophon } from '../../../support/program.ts';
import { startRole, type Running } from '../../../support/starting.ts';
import { until } from '../../../support/until.ts';
import { suite } from '../../../support/suite.ts';
import { namesOf, scraped, type Scraped } from './scraped.ts';
import { inFolder } from '../../../support/folder.ts';

const CARBERRY = '0000-0002-1825-0097';
const PAPER = '10.5555/cpot.2019.001';
const HOUR_MS = 3_600_000;

type Stage = {
  readonly running: Readonly<Record<'api' | 'projector' | 'worker', Running>>;
  readonly dashboardUrl: string;
  readonly publicUrl: string;
  readonly token: string;
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Response>;
  readonly scrape: () => Promise<Scraped>;
  readonly env: Readonly<Record<string, string>>;
};

const onStage = (test: (stage: Stage) => Promise<void>): Promise<void> =>
  inFolder(async (DATA_DIR) => {
    const started: Running[] = [];
    let sample: Replaying | null = null;
    try {
      sample = await replaying(SAMPLE);
      const { orcid, crossref, datacite, openalex } = sample.urls;
      const env = {
        DATA_DIR,
        ...{ ORCID_API_URL: orcid, CROSSREF_API_URL: crossref, DATACITE_API_URL: datacite, OPENALEX_API_URL: openalex },
      };
      const begin = async (role: 'api' | 'projector' | 'worker'): Promise<Running> => {
        const running = await startRole(role, env);
        started.push(running);
        return running;
      };
      const running = { api: await begin('api'), projector: await begin('projector'), worker: await begin('worker') };
      const { addresses, stores } = await running.api.listening;
      const deps = { ...stores, clock: systemClock, ids: randomIds };
      const { token } = await grantSession(deps, {
        email: 'jo@example.org',
        role: 'workspace_admin',
        workspace: 'org',
      });
      const ask: Stage['ask'] = (method, path, body) =>
        fetch(`${addresses.dashboardUrl}${path}`, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
      for (const each of started) await until(each.readiness, ({ code }) => code === 200);
      await until(
        () => ask('GET', '/api/publications'),
        ({ status }) => status === 200,
      );
      const scrape = async () => scraped(await Promise.all(started.map((each) => each.metrics())));
      await test({ running, ...addresses, token, ask, scrape, env });
    } finally {
      for (const each of started.reverse()) await each.stop();
      await sample?.close();
    }
  });

const ingest = async ({ ask, scrape }: Stage): Promise<void> => {
  assert.equal((await ask('POST', '/api/ingest', { orcid_ids: [CARBERRY] })).status, 202);
  await until(scrape, ({ sum }) => sum('colophon_ingestion_jobs', { state: 'succeeded' }) > 0);
};

const conflict = async ({ ask, scrape }: Stage): Promise<void> => {
  const edit = (n: number): Promise<Response> =>
    ask('PATCH', `/api/publications/${PAPER}`, [{ op: 'replace', path: '/title', value: `A title, draft ${n}` }]);
  await until(
    async () => {
      const statuses = await Promise.all([1, 2, 3, 4, 5, 6].map(edit));
      assert.ok(statuses.every(({ status }) => status === 200));
      return scrape();
    },
    ({ sum }) => sum('colophon_append_conflicts_total', { kind: 'publication' }) > 0,
  );
};

const never = new AbortController().signal;

/** Events that break. */
const poison = async ({ running, scrape, env }: Stage): Promise<void> => {
  const { stores } = await running.api.listening;
  const { events, rawReadModels: readModels, state } = stores;
  const broken = { ...newEvent(1), type: 'PublicationAdded', data: { csl: null } };
  const another = { ...newEvent(2), type: 'PublicationAdded', data: { csl: null } };
  const poison = async (): Promise<number> =>
    (await scrape()).sum('colophon_poison_events', { projection: projectionKey(catalogue) });
  const listed = async (event: { readonly type: string; readonly id: string }): Promise<void> => {
    const { out } = await colophon(env, ['projections', 'list']).ended;
    assert.match(out, new RegExp(`^catalogue .* live .* skipped at ${event.type} ${event.id}, position `, 'm'));
  };
  const appended = async (event: NewEvent): Promise<void> => {
    const before = await poison();
    await events.append('publication-org~10.5555/broken', [event], 'any');
    await until(poison, (now) => now > before);
  };
  await appended(broken);
  await appended(another);
  await listed(another);
  const asking = { events, readModels, state, clock: systemClock };
  for (const { id } of [broken, another]) await requestSkip(asking, catalogue, id);
  assert.ok(await untilServing(asking, await requestRebuild(asking, [catalogue]), () => undefined, never));
  await listed(another);
  // Of the current rows, like those before.
  await colophon(env, ['projections', 'drop-old', '--now']).ended;
  await appended({ ...another, id: randomIds.next() });
};

const measuring = suite('the metrics');

measuring('includes every metric in the guide, with plausible values and no personal data', () =>
  onStage(async (stage) => {
    const { running, publicUrl, scrape, token, ask } = stage;
    await ingest(stage);
    for (let n = 0; n < 3; n += 1) await fetch(`${publicUrl}/v1/researchers/${CARBERRY}`);
    await fetch(`${publicUrl}/v1/doi/${PAPER}`);
    await fetch(`${publicUrl}/v1/nowhere/${CARBERRY}`);
    assert.equal((await ask('PATCH', '/api/publications/10.5555/unknown', [])).status >= 400, true);
    await conflict(stage);
    await poison(stage);

    const { sum, samples } = await scrape();
    assert.equal(sum('colophon_http_requests_total', { route: '/v1/researchers/:orcid', status: '200' }), 3);
    assert.equal(sum('colophon_http_request_duration_seconds_count', { route: '/v1/researchers/:orcid' }), 3);
    assert.equal(sum('colophon_http_requests_total', { route: 'none', status: '404', listener: 'public' }), 1);
    assert.ok(sum('colophon_http_requests_total', { listener: 'dashboard', method: 'PATCH', status: '200' }) >= 6);
    assert.ok(sum('colophon_commands_total', { command: 'RegisterPerson', outcome: 'done', role: 'worker' }) > 0);
    assert.ok(sum('colophon_events_appended_total', { kind: 'publication', role: 'worker' }) > 1);
    assert.ok(sum('colophon_appends_total', { kind: 'ingestion' }) >= 2);
    assert.equal(sum('colophon_append_failures_total'), 0);
    assert.ok(sum('colophon_provider_requests_total', { provider: 'crossref', status: '200' }) > 0);
    assert.equal(sum('colophon_provider_failures_total', { provider: 'orcid' }), 0);
    assert.equal(sum('colophon_projector_leading'), 1);
    assert.ok(sum('colophon_events_projected_total', { projection: projectionKey(catalogue) }) > 10);
    for (const { name, value } of samples)
      if (name === 'colophon_event_loop_delay_seconds') assert.ok(value >= 0 && value < 30);
    assert.ok(samples.some(({ labels }) => labels['pool'] === 'http_public' && labels['state'] === 'open'));
    const caughtUp = await until(scrape, (now) => now.sum('colophon_projection_lag_events') === 0);
    assert.equal(caughtUp.sum('colophon_projection_lag_seconds'), 0);
    const head = caughtUp.samples.find(({ name }) => name === 'colophon_log_head_position')?.value;
    for (const { value } of caughtUp.samples.filter(({ name }) => name === 'colophon_projection_position'))
      assert.equal(value, head);

    const { state } = (await running.api.listening).stores;
    await recordBackup(state, { at: Date.now() - HOUR_MS, bytes: 1, events: 1 });
    const age = (await scrape()).samples.find(({ name }) => name === 'colophon_backup_age_seconds')?.value ?? 0;
    assert.ok(age >= HOUR_MS / 1_000 && age < (2 * HOUR_MS) / 1_000, String(age));

    const exported = new Set(
      (await Promise.all(Object.values(running).map((each) => each.metrics()))).flatMap(namesOf),
    );
    const guide = await readFile(new URL('../../../../docs/monitoring.md', import.meta.url), 'utf8');
    const documented = [...guide.matchAll(/^\| `(colophon_\w+)`/gm)].map(([, name = '']) => name);
    assert.deepEqual(
      [...exported].filter((name) => name.startsWith('colophon_')).sort(),
      [...documented].sort(),
      'docs/monitoring.md and the exported metrics',
    );

    const values = new Set(samples.flatMap(({ labels }) => Object.values(labels)));
    for (const value of values) {
      assert.doesNotMatch(value, /\d{4}-\d{4}-\d{4}-\d{3}[\dX]|10\.\d{4,}|@|127\.0\.0\.1|https?:/, value);
      assert.ok(!token.includes(value) || value.length < 4, value);
    }
  }),
);

measuring('show how far the rows lag while nothing is projected', () =>
  onStage(async (stage) => {
    const { running, ask } = stage;
    await running.projector.stop();
    const before = await running.api.readiness();
    assert.deepEqual(
      [before.code, before.body.projections.map(({ lag_events: lag }) => lag)].flat().slice(0, 2),
      [200, 0],
    );
    await ask('POST', '/api/categories', { id: 'x', name: 'X' });
    const { code, body } = await running.api.readiness();
    assert.equal(code, 200);
    assert.ok(body.projections.every(({ lag_events: lag }) => lag === 1));
    const { sum } = scraped([await running.api.metrics()]);
    assert.equal(sum('colophon_projection_lag_events', { projection: projectionKey(catalogue) }), 1);
    assert.ok(sum('colophon_projection_lag_seconds', { projection: projectionKey(catalogue) }) >= 0);
  }),
);
