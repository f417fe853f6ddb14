/** Rows that another release stored in another layout are not read, and are rebuilt. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { openDatabase } from '../../../../infra/sqlite/connection/database.ts';
import { openSqliteReadModels } from '../../../../infra/sqlite/rows/index.ts';
import { batch, everything, paper, papers, PROJECTION } from '../../../contracts/read-models/example.ts';
import { suite } from '../../../support/suite.ts';
import { temporaryFolder } from '../../../support/folder.ts';

const layout = suite('rows of another release');

layout('are dropped with their checkpoints, to be rebuilt', async () => {
  await using folder = await temporaryFolder();
  const file = path.join(folder.path, 'read.db');
  const before = await openSqliteReadModels({ file });
  await before.create(papers, 'now');
  await before.commit(batch(5, { replace: [paper('p1', 5, { terms: ['word'] })] }));
  await before.close();

  const same = await openSqliteReadModels({ file });
  assert.equal(await same.count(papers, everything), 1);
  await same.close();

  const db = await openDatabase({ file, synchronous: 'NORMAL', what: 'read models' });
  db.exec('PRAGMA user_version = 1');
  db.close();

  const after = await openSqliteReadModels({ file });
  assert.equal(await after.checkpoint(PROJECTION), null);
  await after.create(papers, 'now');
  assert.equal(await after.count(papers, everything), 0);
  await after.commit(batch(5, { replace: [paper('p1', 5, { terms: ['word'] })] }));
  assert.equal(await after.count(papers, { all: [], terms: ['word'] }), 1);
  await after.close();
});

layout('are kept if only the latest time is missing', async () => {
  await using folder = await temporaryFolder();
  const file = path.join(folder.path, 'read.db');
  const before = await openSqliteReadModels({ file });
  await before.create(papers, 'now');
  await before.commit(batch(5, { replace: [paper('p1', 5)] }));
  await before.close();

  const db = await openDatabase({ file, synchronous: 'NORMAL', what: 'read models' });
  db.exec('ALTER TABLE checkpoints DROP COLUMN latest');
  db.close();

  const after = await openSqliteReadModels({ file });
  assert.equal(await after.count(papers, everything), 1);
  assert.deepEqual(await after.checkpoint(PROJECTION), { position: 5, phase: 'live' });
  await after.commit({ ...batch(6), checkpoint: { position: 6, phase: 'live', latest: 7 } });
  assert.deepEqual(await after.checkpoint(PROJECTION), { position: 6, phase: 'live', latest: 7 });
  await after.close();
});
