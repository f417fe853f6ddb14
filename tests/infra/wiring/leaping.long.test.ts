/** The whole program while the machine's clock jumps by most of a day, ahead and back: it continues unaffected. */
import assert from 'node:assert/strict';
import { grantSession } from '../../../commands/identity/grant-session.ts';
import { loadState } from '../../../commands/aggregate.ts';
import { bootstrap } from '../../../commands/bootstrap.ts';
import { ingestionAggregate } from '../../../commands/ingestion.ts';
import { allProjections } from '../../../projections/all.ts';
import { ORCIDS } from '../../../infra/demo/sample.ts';
import { randomIds, systemClock } from '../../../infra/system.ts';
import { heldProviders } from '../../support/held-providers.ts';
import { colophon } from '../../support/program.ts';
import { shiftedClock } from '../../support/shifted-clock/index.ts';
import { until } from '../../support/until.ts';
import { inPlace } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';

const LEAP_MS = 20 * 3_600_000;
const MOST = 5;
const MINUTE_S = 60;
/** The tasks of one worker at a time. */
const LED_BY_WORKERS = [
  'matching',
  'origin-checks',
  'person-merges',
  'publication-batches',
  'reference-imports',
  'undo',
];
const [GREEDY, OTHER] = ['192.0.2.1', '192.0.2.2'];
const SETTINGS = {
  ...{ PUBLIC_PORT: '0', DASHBOARD_PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'error' },
  ...{ TRUSTED_PROXIES: '127.0.0.1', PUBLIC_RATE_LIMIT_PER_MINUTE: String(MOST) },
};

const leaping = suite('the program, while the clock jumps');

leaping('ingests and serves, keeps leases and sessions, and keeps to rate limits', () =>
  inPlace(
    async (place) => {
      const [providers, stores] = [await heldProviders(), await place.open()];
      providers.letGo();
      const deps = { ...stores, clock: systemClock, ids: randomIds };
      await bootstrap(deps);
      const { token } = await grantSession(deps, {
        email: 'jo@example.org',
        role: 'workspace_admin',
        workspace: 'org',
      });
      const clock = shiftedClock(place.config.dataDir);
      const program = colophon(
        { ...place.env, ...providers.env, ...SETTINGS, ...clock.env },
        ['start'],
        clock.execArgv,
      );
      try {
        const [, site = '', dashboard = ''] = await program.prints(/listens on (\S+), its dashboard on (\S+)/);
        const get = (path: string, from: string): Promise<Response> =>
          fetch(site + path, { headers: { 'x-forwarded-for': from } });
        const leaders = async (): Promise<readonly unknown[]> =>
          (await stores.state.list('lease/'))
            .filter(({ key }) => !key.startsWith('lease/ingestion/') && !key.startsWith('lease/process@'))
            .map(({ key, value }) => [key, value]);
        const leading = await until(leaders, (found) => found.length === LED_BY_WORKERS.length + allProjections.length);

        const authorization = `Bearer ${token}`;
        const listed = (query = ''): Promise<Response> =>
          fetch(`${dashboard}/api/publications${query}`, { headers: { authorization } });
        await until(listed, ({ ok }) => ok);

        /** A person is ingested and shown, at the program's current time. */
        const ingested = async (orcid: string, shiftMs: number): Promise<void> => {
          const answer = await fetch(`${dashboard}/api/ingest`, {
            method: 'POST',
            headers: { authorization, 'content-type': 'application/json' },
            body: JSON.stringify({ orcid_ids: [orcid] }),
          });
          assert.equal(answer.status, 202, await answer.text());
          await until(
            async () => (await loadState(stores.events, ingestionAggregate, 'org', orcid)).state.job?.status,
            (status) => status === 'succeeded',
          );
          for await (const { metadata } of stores.events.readStream(`ingestion-org~${orcid}`))
            assert.ok(Math.abs(metadata.at - Date.now() - shiftMs) < LEAP_MS / 4);
          await until(
            async () => (await (await listed(`?orcid_id=${orcid}`)).json()) as { readonly total: number },
            ({ total }) => total > 0,
          );
        };

        const turnedAway = async (): Promise<void> => {
          const answer = await get('/v1/publications', GREEDY);
          assert.equal(answer.status, 429);
          const wait = Number(answer.headers.get('retry-after'));
          assert.ok(wait > 0 && wait <= MINUTE_S, `in ${wait} s`);
        };
        for (let n = 0; n < MOST; n += 1) assert.equal((await get('/v1/publications', GREEDY)).status, 200);

        for (const [n, shiftMs] of [LEAP_MS, -LEAP_MS].entries()) {
          clock.set(shiftMs);
          await turnedAway();
          await ingested(ORCIDS[n] ?? '', shiftMs);
          assert.equal((await get('/v1/publications', OTHER)).status, 200);
          assert.deepEqual(await leaders(), leading);
        }
        const { code, err } = await program.stop('SIGTERM');
        assert.deepEqual([code, err], [0, '']);
      } finally {
        program.kill();
        await stores.close();
        await providers.close();
      }
    },
    { forPrograms: true },
  ),
);
