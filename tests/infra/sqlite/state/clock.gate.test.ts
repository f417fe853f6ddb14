/** The clock of a state file, while the machine's is set forwards and back, and the machine is restarted. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'libsql';
import { heldByProcesses } from '../../../../infra/sqlite/backup/transient.ts';
import { openSqliteState } from '../../../../infra/sqlite/state/index.ts';
import { DAY_MS, withClockOff } from '../../../support/shifted-clock/index.ts';
import { suite } from '../../../support/suite.ts';
import { inFolder } from '../../../support/folder.ts';

const SHORT_MS = 60;

const inFile = (test: (file: string) => Promise<void>): Promise<void> =>
  inFolder((folder) => test(path.join(folder, 'state.db')));
const gone = async (isGone: () => Promise<boolean>): Promise<void> => {
  while (!(await isGone())) await pause(5);
};
const change = (file: string, sql: string, ...values: readonly unknown[]): void => {
  const db = new Database(file);
  try {
    db.prepare(sql).run(...values);
  } finally {
    db.close();
  }
};

const clock = suite('the clock of a state file');

clock('is the same whether it was opened before or after the machine’s was set', () =>
  inFile(async (file) => {
    const early = await openSqliteState({ file });
    const late = await withClockOff(-DAY_MS, () => openSqliteState({ file }));
    assert.ok(Math.abs((await early.now()) - (await late.now())) < 1_000);
    assert.ok(Math.abs((await early.now()) - Date.now()) < 1_000);
    await Promise.all([early.close(), late.close()]);
  }),
);

clock('ends a window on time that began while the machine’s was a day ahead', () =>
  inFile(async (file) => {
    const store = await openSqliteState({ file });
    const { expiresAt } = await withClockOff(DAY_MS, () => store.increment('rate/key', 5, SHORT_MS));
    assert.ok((expiresAt ?? 0) - (await store.now()) <= SHORT_MS);
    await gone(async () => (await store.get('rate/key')) === null);
    assert.equal((await store.increment('rate/key', 1, SHORT_MS)).value, 1);
    await store.close();
  }),
);

clock('keeps a session that is in use when the machine’s jumps a day ahead', () =>
  inFile(async (file) => {
    const store = await openSqliteState({ file });
    await store.put('session/hash', {}, { ttlMs: DAY_MS / 2 });
    await withClockOff(DAY_MS, async () => assert.ok(await store.get('session/hash')));
    assert.ok(await store.get('session/hash'));
    await store.close();
  }),
);

clock('does not go back when the machine is restarted with its own set back', () =>
  inFile(async (file) => {
    const before = await withClockOff(DAY_MS, () => openSqliteState({ file }));
    await before.put('lease/left', {}, { ttlMs: SHORT_MS });
    const was = await before.now();
    await before.close();
    assert.ok(was > Date.now() + DAY_MS / 2);
    change(file, 'UPDATE clock SET boot = ?', 'another');
    const after = await openSqliteState({ file });
    assert.ok((await after.now()) >= was - 1_000);
    await gone(async () => (await after.get('lease/left')) === null);
    assert.deepEqual(heldByProcesses(file), []);
    await after.close();
  }),
);

clock('determines for a restore whether the files are in use', () =>
  inFile(async (file) => {
    const store = await openSqliteState({ file });
    await store.put('lease/held', {}, { ttlMs: 60_000 });
    await withClockOff(DAY_MS, () => assert.deepEqual(heldByProcesses(file), ['lease/held']));
    await store.close();
    change(file, 'DROP TABLE clock');
    assert.deepEqual(heldByProcesses(file), ['lease/held']);
    assert.deepEqual(await withClockOff(DAY_MS, () => heldByProcesses(file)), []);
  }),
);
