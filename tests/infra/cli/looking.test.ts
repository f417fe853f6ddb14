/** A read-only command: it creates nothing. */
import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { operationsIn, cli } from '../../support/command-line.ts';
import { inFolder } from '../../support/folder.ts';
import { suite } from '../../support/suite.ts';

const looking = suite('stores opened read-only', { onFilesAlone: 'the rows are removed as a file' });

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
