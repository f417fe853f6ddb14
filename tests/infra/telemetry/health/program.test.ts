/** All roles in one process, two of them in threads, watched from outside. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { BUILT } from '../../../support/built.ts';
import { until } from '../../../support/starting.ts';
import { suite } from '../../../support/suite.ts';
import { inFolder } from '../../../support/folder.ts';

const FREE_PORTS = { PUBLIC_PORT: '0', DASHBOARD_PORT: '0', METRICS_PORT: '0' };

const program = suite('a process with all roles');

const title = 'tells what each of its threads measures, answers nothing but its three addresses, and stops in order';
program(title, () =>
  inFolder(async (DATA_DIR) => {
    const env = { PATH: process.env['PATH'], DATA_DIR, HARVEST_INTERVAL_HOURS: '0', ...FREE_PORTS };
    const child = spawn(process.execPath, [BUILT, 'start'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    try {
      let port = 0;
      for await (const line of createInterface(child.stderr)) {
        const said = JSON.parse(line) as { msg: string; port?: number };
        if (said.msg === 'serving metrics and health') port = said.port ?? 0;
        if (port > 0) break;
      }
      child.stderr.resume();
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
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null]);
    } finally {
      child.kill('SIGKILL');
    }
  }),
);
