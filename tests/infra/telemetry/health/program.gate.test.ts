/** All roles in one process, two of them in threads, seen from outside. */
import assert from 'node:assert/strict';
import { closing } from '../../../support/closing.ts';
import { colophon } from '../../../support/program.ts';
import { until } from '../../../support/until.ts';
import { suite } from '../../../support/suite.ts';
import { inFolder } from '../../../support/folder.ts';

const FREE_PORTS = { PUBLIC_PORT: '0', DASHBOARD_PORT: '0', METRICS_PORT: '0' };

const program = suite('a process with all roles');

const title = 'reports the metrics of each thread, serves only its three URLs, and shuts down';
program(title, () =>
  inFolder(async (DATA_DIR) => {
    await using all = closing(colophon({ DATA_DIR, ...FREE_PORTS }, ['start']));
    const [line] = await all.prints(/^.*serving metrics and health.*(?=\n)/mu);
    const { port } = JSON.parse(line) as { readonly port: number };
    const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method });
    await until(
      () => ask('/health/ready'),
      ({ status }) => status === 200,
    );
    const page = await (await ask('/metrics')).text();
    for (const role of ['api', 'projector', 'worker']) {
      assert.match(page, new RegExp(`colophon_event_loop_delay_seconds\\{quantile="1",role="${role}"\\}`));
      assert.match(page, new RegExp(`colophon_role_up\\{role="${role}"\\} 1`));
    }
    assert.match(page, /colophon_projector_leading\{role="projector"\} 1/);
    assert.match(page, /colophon_events_projected_total\{projection="workspaces_v\d+",role="projector"\} [1-9]/);
    assert.equal((await ask('/health/live')).status, 200);
    assert.equal((await ask('/')).status, 404);
    assert.equal((await ask('/metrics', 'POST')).status, 405);
    assert.equal((await all.stop('SIGTERM')).code, 0);
  }),
);
