/** The whole program told to stop in the middle of everything: what it holds it finishes or gives back. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { liveLeases } from '../../../infra/sqlite/backup/transient.ts';
import { openSqliteState } from '../../../infra/sqlite/state/index.ts';
import { grantSession } from '../../../commands/identity/grant-session.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { leaseOf } from '../../../workers/rebuild/index.ts';
import { BUILT } from '../../support/built.ts';
import { openInstallation } from '../../support/installation.ts';
import { until } from '../../support/starting.ts';
import { filesIn } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';
import { inFolder } from '../../support/folder.ts';

const FREE = { PUBLIC_PORT: '0', DASHBOARD_PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'error', HARVEST_INTERVAL_HOURS: '0' }; // prettier-ignore
/** What a supervisor grants before it kills, at the least. */
const GRACE_MS = 10_000;
const WRITERS = 6;
const HELD = ['lease/matching', 'lease/origin-checks', `lease/${leaseOf(catalogue)}`];

const stopping = suite('the program, told to stop');

stopping('answers what it has begun, gives its leases back, loses nothing, and ends with 0 in time', () =>
  inFolder(async (folder) => {
    const before = await openInstallation({ place: filesIn(folder) });
    const { token } = await grantSession(before, {
      email: 'jo@example.org',
      role: 'superadmin',
      workspace: 'org',
    });
    await before.settled();
    await before.stop();

    const env = { PATH: process.env['PATH'], DATA_DIR: folder, ...FREE };
    const child = spawn(process.execPath, [BUILT, 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] }); // prettier-ignore
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    try {
      let out = '';
      for await (const chunk of child.stdout) {
        out += String(chunk);
        if (out.includes('its dashboard on')) break;
      }
      const [dashboard = ''] = /(?<=its dashboard on )\S+/.exec(out) ?? [];
      const state = path.join(folder, 'state.db');
      await until(
        async () => liveLeases(state),
        (leases) => HELD.every((name) => leases.includes(name)),
      );

      const acknowledged: string[] = [];
      const broken: unknown[] = [];
      let isAsked = false;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const write = async (writer: number): Promise<void> => {
        for (let n = 0; ; n += 1) {
          const id = `w${writer}-${n}`;
          let response: Response;
          try {
            response = await fetch(`${dashboard}/api/workspaces`, {
              method: 'POST',
              headers,
              body: JSON.stringify({ id, name: id }),
            });
          } catch (error) {
            if (!isAsked) broken.push(error);
            return;
          }
          // Whoever got a status gets the rest.
          const body = await response.text().catch((error: unknown) => void broken.push(error));
          if (response.status >= 400) broken.push([response.status, body]);
          else acknowledged.push(id);
        }
      };
      const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
      await until(
        async () => acknowledged.length,
        (count) => count > 30 || broken.length > 0,
      );
      isAsked = true;
      const asked = performance.now();
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null], said);
      assert.ok(performance.now() - asked < GRACE_MS);
      await writing;
      assert.deepEqual(broken, []);
      assert.equal(said, '');

      assert.deepEqual(liveLeases(state), []);
      const after = await openInstallation({ place: filesIn(folder) });
      try {
        const made = new Set<string>();
        for await (const { type, metadata } of after.events.readAll())
          if (type === 'WorkspaceCreated') made.add(metadata.workspace);
        assert.deepEqual(
          acknowledged.filter((id) => !made.has(id)),
          [],
        );
        await after.settled();
      } finally {
        await after.stop();
      }
      await (await openSqliteState({ file: state })).close();
    } finally {
      child.kill('SIGKILL');
    }
  }),
);
