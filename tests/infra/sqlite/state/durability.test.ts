/** What a power cut may remove from the state: nothing that durable events refer to. */
import assert from 'node:assert/strict';
import path from 'node:path';
import Database from 'libsql';
import { openSqliteState } from '../../../../infra/sqlite/state/index.ts';
import { inFolder } from '../../../support/folder.ts';
import { suite } from '../../../support/suite.ts';

const durability = suite('records of the state', { onFilesAlone: 'it is about the state in a file' });

/** The durability of each transaction. */
const whileRecording = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  type Executing = { exec: (this: unknown, sql: string) => unknown };
  const { prototype } = Database as unknown as { readonly prototype: Executing };
  const { exec } = prototype;
  const recorded: string[] = [];
  let synchronous = '';
  prototype.exec = function (sql) {
    synchronous = /PRAGMA synchronous = (\w+)/u.exec(sql)?.[1] ?? synchronous;
    if (sql.startsWith('BEGIN')) recorded.push(synchronous);
    return exec.call(this, sql);
  };
  try {
    await work();
  } finally {
    prototype.exec = exec;
  }
  return recorded;
};

durability('of users, sessions and jobs are on the disk when they are acknowledged, and counts need not be', () =>
  inFolder(async (folder) => {
    const state = await openSqliteState({ file: path.join(folder, 'state.db') });
    const recorded = await whileRecording(async () => {
      for (const key of ['user/u', 'user-email/e', 'user-identity/i', 'session/s', 'sign-in-link/l'])
        await state.put(key, 1);
      await state.remove('session/s');
      await state.increment('rate/r', 1, 1_000);
      await state.put('asked/doi/10.5555/a', 1);
      for (const key of ['publication-batch-waiting/org/1', 'undo/org/1', 'projecting/pause/works'])
        await state.put(key, 1);
    });
    await state.close();
    const [full, normal] = ['FULL', 'NORMAL'];
    assert.deepEqual(recorded, [...Array<string>(6).fill(full), normal, normal, full, full, full]);
  }),
);
