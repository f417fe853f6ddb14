import assert from 'node:assert/strict';
import path from 'node:path';
import { Unavailable } from '../../../../domain/errors.ts';
import { openSqliteReadModels } from '../../../../infra/sqlite/rows/index.ts';
import { suite } from '../../../support/suite.ts';
import { closing } from '../../../support/closing.ts';
import { temporaryFolder } from '../../../support/folder.ts';

const notMade = suite('a collection that no projector has created yet');

notMade('cannot be queried, which is not an error', async () => {
  await using folder = await temporaryFolder();
  await using rows = closing(await openSqliteReadModels({ file: path.join(folder.path, 'read.db') }));
  const collection = { name: 'papers', indexes: [] };
  const all = { all: [] };
  const queries = [
    () => rows.get(collection, 'a'),
    () => rows.load(collection, ['a']),
    () => rows.find(collection, { where: all, limit: 1 }),
    () => rows.count(collection, all),
    () => rows.groupCounts(collection, all, 'id'),
  ];
  for (const ask of queries) await assert.rejects(ask, Unavailable);
  await rows.create(collection, 'now');
  for (const ask of queries) await assert.doesNotReject(ask);
});
