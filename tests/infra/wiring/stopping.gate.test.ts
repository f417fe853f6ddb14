/** The whole program is stopped under load: it finishes or releases everything. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { heldByProcesses } from '../../../infra/sqlite/backup/transient.ts';
import { openSqliteState } from '../../../infra/sqlite/state/index.ts';
import { grantSession } from '../../../commands/identity/grant-session.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { leaseOf } from '../../../workers/rebuild/leases.ts';
import { openInstallation } from '../../support/installation.ts';
import { until } from '../../support/until.ts';
import { filesIn } from '../../support/stores.ts';
import { closing } from '../../support/closing.ts';
import { colophon, endsAs } from '../../support/program.ts';
import { suite } from '../../support/suite.ts';
import { inFolder } from '../../support/folder.ts';

const FREE = {
  PUBLIC_PORT: '0',
  DASHBOARD_PORT: '0',
  METRICS_PORT: '0',
  LOG_LEVEL: 'error',
  HARVEST_INTERVAL_HOURS: '0',
};
const WRITERS = 6;
const HELD = ['lease/matching', 'lease/origin-checks', `lease/${leaseOf(catalogue)}`];

const stopping = suite('the program, when stopped');

stopping('completes its responses, releases its leases, loses nothing, and exits with 0 in time', () =>
  inFolder(async (folder) => {
    const before = await openInstallation({ place: filesIn(folder) });
    const { token } = await grantSession(before, {
      email: 'jo@example.org',
      role: 'superadmin',
      workspace: 'org',
    });
    await before.settled();
    await before.stop();

    await using program = closing(colophon({ DATA_DIR: folder, ...FREE }, ['start']));
    const [dashboard] = await program.prints(/(?<=its dashboard on )\S+/u);
    const state = path.join(folder, 'state.db');
    await until(
      async () => heldByProcesses(state),
      (held) => HELD.every((name) => held.includes(name)),
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
    endsAs(await program.stop('SIGTERM'), { code: 0, err: /^$/u });
    await writing;
    assert.deepEqual(broken, []);

    assert.deepEqual(heldByProcesses(state), []);
    const after = await openInstallation({ place: filesIn(folder) });
    const made = new Set<string>();
    for await (const { type, metadata } of after.events.readAll())
      if (type === 'WorkspaceCreated') made.add(metadata.workspace);
    assert.deepEqual(
      acknowledged.filter((id) => !made.has(id)),
      [],
    );
    await after.settled();
    await after.stop();
    await (await openSqliteState({ file: state })).close();
  }),
);
