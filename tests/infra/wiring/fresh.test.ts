/** A first start: once `/health` responds, so does everything else. */
import assert from 'node:assert/strict';
import { start } from '../../../infra/wiring/start.ts';
import { readConfig } from '../../../infra/config.ts';
import { grantSession } from '../../../commands/identity/grant-session.ts';
import { randomIds, systemClock } from '../../../infra/system.ts';
import { until } from '../../support/until.ts';
import { suite } from '../../support/suite.ts';
import { inFolder } from '../../support/folder.ts';

const fresh = suite('a fresh installation', { onFilesAlone: 'it is made in a folder of its own' });

fresh('serves the dashboard from its first healthy response on', () =>
  inFolder(async (folder) => {
    const stop = new AbortController();
    const ports = { PUBLIC_PORT: '0', DASHBOARD_PORT: '0' };
    const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', HARVEST_INTERVAL_HOURS: '0', ...ports });
    const statuses: number[] = [];
    let asking: Promise<void> = Promise.resolve();
    const running = start(config, {
      roles: ['api', 'projector', 'worker'],
      signal: stop.signal,
      listening: ({ dashboardUrl, publicUrl }, stores) => {
        asking = (async () => {
          const ask = async (url: string, init?: RequestInit): Promise<void> =>
            void statuses.push((await fetch(url, init)).status);
          await ask(`${dashboardUrl}/health`);
          await ask(`${publicUrl}/v1/publications`);
          const deps = { ...stores, clock: systemClock, ids: randomIds };
          const { token } = await grantSession(deps, { email: 'a@example.org', role: 'member', workspace: 'org' });
          const headers = { authorization: `Bearer ${token}` };
          // The member is in the log at once, and in the rows a moment later.
          await until(
            async () => (await fetch(`${dashboardUrl}/api/projects`, { headers })).status,
            (status) => status !== 403,
          );
          for (const path of ['/api/publications', '/api/people', '/api/activity', '/api/projects'])
            await ask(`${dashboardUrl}${path}`, { headers });
        })().finally(() => stop.abort());
      },
    });
    await running;
    await asking;
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200]);
  }),
);
