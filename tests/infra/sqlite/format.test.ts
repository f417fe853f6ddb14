/** Data in another format are refused when they are opened, with what to do, and stay as they are. */
import assert from 'node:assert/strict';
import path from 'node:path';
import Database from 'libsql';
import { DATA_FORMAT, mustHaveFormat } from '../../../commands/data-format.ts';
import { IN_MEMORY } from '../../../infra/sqlite/connection/database.ts';
import { openSqliteEventStore } from '../../../infra/sqlite/events/index.ts';
import { openSqliteState } from '../../../infra/sqlite/state/index.ts';
import { closing } from '../../support/closing.ts';
import { inFolder } from '../../support/folder.ts';
import { rejectedWith } from '../../support/refused.ts';
import { suite } from '../../support/suite.ts';

const format = suite('the format of data');

const withVersion = (file: string, version?: number): number => {
  const db = new Database(file);
  try {
    if (version !== undefined) db.exec(`PRAGMA user_version = ${version}`);
    return (db.prepare('PRAGMA user_version').raw().all() as [number][])[0]?.[0] ?? -1;
  } finally {
    db.close();
  }
};

for (const [name, open] of [
  ['events.db', openSqliteEventStore],
  ['state.db', openSqliteState],
] as const)
  format(`of ${name} is this release’s, or it is not opened`, () =>
    inFolder(async (folder) => {
      const file = path.join(folder, name);
      for (const _again of [1, 2]) await (await open({ file })).close();
      assert.equal(withVersion(file), DATA_FORMAT);
      for (const [version, words] of [
        [0, /before 1\.0\.0.*delete the data/u],
        [DATA_FORMAT + 1, /later release.*upgrade/u],
      ] as const) {
        withVersion(file, version);
        const { message } = await rejectedWith('conflict', 'other_format', open({ file }));
        assert.match(message, words);
        assert.ok(message.startsWith(file));
        assert.equal(withVersion(file), version);
      }
    }),
  );

format('of the state of servers is recorded in it', async () => {
  await using state = closing(await openSqliteState({ file: IN_MEMORY }));
  for (const _again of [1, 2]) await mustHaveFormat(state, 'it');
  await state.put('user/a', {});
  await mustHaveFormat(state, 'it');
  await state.put('format', DATA_FORMAT + 1);
  assert.match((await rejectedWith('conflict', 'other_format', mustHaveFormat(state, 'it'))).message, /later release/);
  await state.remove('format');
  assert.match((await rejectedWith('conflict', 'other_format', mustHaveFormat(state, 'it'))).message, /before 1\.0\.0/);
});
