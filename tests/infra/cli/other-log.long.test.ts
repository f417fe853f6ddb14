/** Rows and a log that do not belong together are detected at start, reported with what to do, and nothing is emptied. */
import assert from 'node:assert/strict';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { createWorkspace } from '../../../commands/bootstrap.ts';
import { Refused } from '../../../domain/errors.ts';
import { openStores } from '../../../infra/wiring/stores.ts';
import { openSqliteEventStore } from '../../../infra/sqlite/events/index.ts';
import { openSqliteState } from '../../../infra/sqlite/state/index.ts';
import { workspacesProjection } from '../../../projections/workspaces/index.ts';
import { workspaces } from '../../../projections/workspaces/workspaces.ts';
import { acquireLease } from '../../../commands/lease.ts';
import { leaseOf } from '../../../workers/rebuild/leases.ts';
import { openInstallation, silent } from '../../support/installation.ts';
import { filesIn } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { operationsIn, type Operations } from '../../support/command-line.ts';

const logs = suite('a log', { onFilesAlone: 'the test swaps files' });

const commandLine = (folder: string): Operations => operationsIn({ DATA_DIR: folder });

type Folders = { readonly one: string; readonly other: string };

const inFolders = async (test: (folders: Folders) => Promise<void>): Promise<void> => {
  await using root = await temporaryFolder();
  const folders = { one: path.join(root.path, 'one'), other: path.join(root.path, 'other') };
  await Promise.all(Object.values(folders).map((folder) => mkdir(folder)));
  await test(folders);
};

/** An installation with these workspaces, its rows built and its log on record. */
const holding = async (folder: string, ids: readonly string[]): Promise<void> => {
  const installation = await openInstallation({ place: filesIn(folder), matching: false });
  for (const id of ids) await createWorkspace(installation, id, id);
  await installation.settled();
  await installation.stop();
  await commandLine(folder).status();
};

const rowsIn = async (folder: string): Promise<readonly string[]> => {
  const where = { dataDir: folder, eventStoreUrl: null, mongodbUrl: null };
  const stores = await openStores(where, silent, { ofLog: 'any' });
  const rows = await stores.readModels.find(workspaces, { where: { all: [] }, limit: 100 });
  await stores.close();
  return rows.map(({ id }) => id);
};

/** As an operator would by hand. */
const putLog = async (from: string, folder: string): Promise<void> => {
  for (const end of ['', '-wal', '-shm']) await rm(path.join(folder, `events.db${end}`), { force: true });
  await copyFile(from, path.join(folder, 'events.db'));
};

const refusedAs = (code: string) => (error: unknown) =>
  error instanceof Refused && error.code === code && error.message.includes('colophon projections adopt-log');

const eachRefused = async (folder: string, code: string): Promise<void> => {
  const commands = commandLine(folder);
  await assert.rejects(commands.status(), refusedAs(code));
  await assert.rejects(commands.start('all'), refusedAs(code));
  await assert.rejects(commands.list(), refusedAs(code));
};

logs('of another installation is refused, and the rows stay as they are until it is adopted', () =>
  inFolders(async ({ one, other }) => {
    await holding(one, ['a', 'b']);
    await holding(other, ['a', 'b', 'c', 'd']);
    await commandLine(other).backup(`${other}-backup`, () => undefined);
    await putLog(path.join(`${other}-backup`, 'events.db'), one);
    await eachRefused(one, 'other_log');
    assert.deepEqual(await rowsIn(one), ['a', 'b', 'org']);

    await commandLine(one).adoptLog();
    await holding(one, []);
    assert.deepEqual(await rowsIn(one), ['a', 'b', 'c', 'd', 'org']);
  }),
);

logs('that is empty is refused before anything is written to it, until it is adopted', () =>
  inFolders(async ({ one }) => {
    await holding(one, ['a']);
    for (const end of ['', '-wal', '-shm']) await rm(path.join(one, `events.db${end}`), { force: true });
    await (await openSqliteEventStore({ file: path.join(one, 'events.db') })).close();
    await eachRefused(one, 'other_log');
    assert.deepEqual(await rowsIn(one), ['a', 'org']);

    await commandLine(one).adoptLog();
    await holding(one, ['b']);
    assert.deepEqual(await rowsIn(one), ['b', 'org']);
  }),
);

logs('that ends before its rows do is refused, until it is adopted', () =>
  inFolders(async ({ one }) => {
    await holding(one, ['a']);
    await commandLine(one).backup(`${one}-backup`, () => undefined);
    await holding(one, ['b']);
    await putLog(path.join(`${one}-backup`, 'events.db'), one);
    await eachRefused(one, 'log_too_short');
    assert.deepEqual(await rowsIn(one), ['a', 'b', 'org']);
    await commandLine(one).adoptLog();
    await holding(one, []);
    assert.deepEqual(await rowsIn(one), ['a', 'org']);
  }),
);

logs('is not adopted while a projector is running', () =>
  inFolders(async ({ one }) => {
    await holding(one, ['a']);
    const state = await openSqliteState({ file: path.join(one, 'state.db'), log: silent });
    const adopted = () => commandLine(one).adoptLog();
    const lease = await acquireLease(state, leaseOf(workspacesProjection), 'another', { ttlMs: 60_000, log: silent });
    await assert.rejects(adopted(), (error) => error instanceof Refused && error.code === 'in_use');
    assert.deepEqual(await rowsIn(one), ['a', 'org']);
    await lease?.release();
    await state.close();
    await adopted();
  }),
);

logs('that is adopted is matched and harvested from its start, whatever was done with the previous one', () =>
  inFolders(async ({ one }) => {
    await holding(one, ['a']);
    const state = await openSqliteState({ file: path.join(one, 'state.db'), log: silent });
    const ofTheLog = ['asked/worked/org~0000-0002-1825-0097', 'harvest/org', 'matching/checkpoint'];
    for (const key of [...ofTheLog, 'session/one']) await state.put(key, {});
    await commandLine(one).adoptLog();
    for (const key of ofTheLog) assert.equal(await state.get(key), null, key);
    assert.ok(await state.get('session/one'));
    await state.close();
  }),
);

logs('that is restored from a backup is accepted', () =>
  inFolders(async ({ one, other }) => {
    await holding(one, ['a']);
    await commandLine(one).backup(`${one}-backup`, () => undefined);
    await holding(other, ['b', 'c']);
    await commandLine(other).restore(`${one}-backup`, true, () => undefined);
    await holding(other, []);
    assert.deepEqual(await rowsIn(other), ['a', 'org']);
  }),
);
