/** Moving what is neither fact nor row, and the whole command. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { grantSession } from '../../../commands/identity/grant-session.ts';
import { userByEmail } from '../../../commands/identity/users.ts';
import { Refused } from '../../../domain/errors.ts';
import { operationsOf } from '../../../infra/compose/operations.ts';
import { readConfig } from '../../../infra/config.ts';
import { moveState } from '../../../infra/migration/state.ts';
import { openEmbeddedState } from '../../../infra/state/embedded/index.ts';
import { startDouble } from '../../support/eventstoredb-double/double.ts';
import { openInstallation } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';

const moving = suite('moving an installation');

const inFolder = async (test: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'colophon-moving-'));
  try {
    await test(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

moving('takes users along, under their ids, and neither sessions nor how far matching came', () =>
  inFolder(async (folder) => {
    const installation = await openInstallation({ folder });
    const target = await openEmbeddedState({ file: path.join(folder, 'target.db') });
    try {
      const asked = { email: 'jo@example.org', role: 'member', workspace: 'org' } as const;
      const { userId } = await grantSession(installation, asked);
      await installation.settled();
      for (const again of [1, 2])
        assert.ok((await moveState(installation.state, target, () => undefined)) > 1, `the ${again}. time`);
      assert.equal((await userByEmail({ ...installation, state: target }, 'jo@example.org')).id, userId);
      for (const kind of ['session/', 'sign-in-link/', 'lease/', 'matching/'])
        assert.deepEqual(await target.list(kind), []);
    } finally {
      await target.close();
      await installation.stop();
    }
  }),
);

moving('says what it moved, and what it did not', () =>
  inFolder(async (folder) => {
    const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
    const commandLine = operationsOf({
      signal: new AbortController().signal,
      say: () => undefined,
      config: () => config,
    });
    const refused = (code: string) => (error: unknown) => error instanceof Refused && error.code === code;
    await assert.rejects(
      commandLine.migrate('http://localhost', () => undefined),
      refused('invalid_target'),
    );
    await assert.rejects(
      commandLine.migrate('esdb://localhost', () => undefined),
      refused('nothing_there'),
    );
    const double = await startDouble();
    try {
      await (await openInstallation({ folder })).stop();
      const { events, streams, moved, ...rest } = await commandLine.migrate(double.url, () => undefined);
      assert.deepEqual([events, streams, moved], [2, 2, 2]);
      assert.deepEqual(rest, { stateRecords: null, inUse: false });
    } finally {
      await double.close();
    }
  }),
);
