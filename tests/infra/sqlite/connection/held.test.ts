/** A process that is suspended in the middle of a write locks the file: readers must not wait for it. */
import assert from 'node:assert/strict';
import path from 'node:path';
import Database from 'libsql';
import { openSqliteEventStore } from '../../../../infra/sqlite/events/index.ts';
import { openSqliteReadModels } from '../../../../infra/sqlite/rows/index.ts';
import { openSqliteState } from '../../../../infra/sqlite/state/index.ts';
import { newEvent } from '../../../support/new-event.ts';
import { suite } from '../../../support/suite.ts';
import { inFolder } from '../../../support/folder.ts';

/** Far less than a call waits for other writers. */
const held = suite('a file that another process has locked in the middle of a write', { timeoutMs: 10_000 });

/** Runs the work while another connection holds the write lock of the file. */
const whileHeld = async (file: string, work: () => Promise<void>): Promise<void> => {
  const other = new Database(file);
  other.exec('BEGIN IMMEDIATE');
  try {
    await work();
  } finally {
    other.exec('ROLLBACK');
    other.close();
  }
};

held('is opened, and its events are read', () =>
  inFolder(async (folder) => {
    const file = path.join(folder, 'events.db');
    const first = await openSqliteEventStore({ file });
    await first.append('somebody-1', [newEvent(1)], 'none');
    await first.close();
    await whileHeld(file, async () => {
      const events = await openSqliteEventStore({ file });
      assert.equal(await events.head(), 1);
      await events.close();
    });
  }),
);

held('is opened, and its rows are read', () =>
  inFolder(async (folder) => {
    const file = path.join(folder, 'read.db');
    await (await openSqliteReadModels({ file })).close();
    await whileHeld(file, async () => {
      const readModels = await openSqliteReadModels({ file });
      assert.equal(await readModels.checkpoint('people'), null);
      await readModels.close();
    });
  }),
);

held('is opened, and its state is read', () =>
  inFolder(async (folder) => {
    const file = path.join(folder, 'state.db');
    const first = await openSqliteState({ file });
    await first.put('somebody', 'here');
    await first.close();
    await whileHeld(file, async () => {
      const state = await openSqliteState({ file });
      assert.equal((await state.get('somebody'))?.value, 'here');
      await state.close();
    });
  }),
);
