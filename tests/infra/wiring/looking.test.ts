/** A command that only looks: it writes nothing that a full disk could refuse. */
import assert from 'node:assert/strict';
import { heldByProcesses } from '../../../infra/sqlite/backup/transient.ts';
import { openStores } from '../../../infra/wiring/stores.ts';
import { closing } from '../../support/closing.ts';
import { operationsIn } from '../../support/command-line.ts';
import { inFolder } from '../../support/folder.ts';
import { silent } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';

const looking = suite('stores that are only looked at', { onFilesAlone: 'the state is looked at in its file' });

looking('hold no record of the process that looks', () =>
  inFolder(async (dataDir) => {
    await operationsIn({ DATA_DIR: dataDir }).createWorkspace('org', undefined);
    const config = { dataDir, eventStoreUrl: null, mongodbUrl: null };
    for (const [access, held] of [
      ['look', 0],
      ['write', 1],
    ] as const) {
      await using stores = closing(await openStores(config, silent, { access }));
      assert.equal((await stores.state.list('release/')).length, held);
      assert.equal(heldByProcesses(`${dataDir}/state.db`).length, held);
    }
  }),
);
