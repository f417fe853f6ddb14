/** A read-only command: it writes nothing that a full disk could refuse. */
import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { heldByProcesses } from '../../../infra/sqlite/backup/transient.ts';
import { openStores } from '../../../infra/wiring/stores.ts';
import { closing } from '../../support/closing.ts';
import { operationsIn, cli } from '../../support/command-line.ts';
import { inFolder } from '../../support/folder.ts';
import { silent } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';

const looking = suite('stores opened read-only', { onFilesAlone: 'the state is read in its file' });

looking('contain no record of the reading process', () =>
  inFolder(async (dataDir) => {
    await operationsIn({ DATA_DIR: dataDir }).createWorkspace('org', undefined);
    const config = { dataDir, eventStoreUrl: null, mongodbUrl: null };
    for (const [access, held] of [
      ['read', 0],
      ['write', 1],
    ] as const) {
      await using stores = closing(await openStores(config, silent, { access }));
      assert.equal((await stores.state.list('release/')).length, held);
      assert.equal(heldByProcesses(`${dataDir}/state.db`).length, held);
    }
  }),
);

looking('report rows that are not built yet, and create none', () =>
  inFolder(async (dataDir) => {
    await operationsIn({ DATA_DIR: dataDir }).createWorkspace('org', undefined);
    await rm(path.join(dataDir, 'read.db'));
    for (const args of [['status'], ['projections', 'list']]) {
      const { code, out } = await cli(args, operationsIn({ DATA_DIR: dataDir }));
      assert.equal(code, 0, args.join(' '));
      assert.match(out, /works.*absent/u, args.join(' '));
    }
    assert.ok(!(await readdir(dataDir)).includes('read.db'));
  }),
);
