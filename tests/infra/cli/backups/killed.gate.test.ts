/** Restores that are killed, and two at once, in separate processes. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { collect } from '../../../support/event-stores.ts';
import { script } from '../../../support/script.ts';
import { suite } from '../../../support/suite.ts';
import { commandLine, during, inFolders, isRoot, NOBODY, quietly, refusedAs, recordPerson } from './in-folders.ts';

const backups = suite('a backup that is restored');

/** How to end another process, or suspend it until written to. */
const KILLED = `process.kill(process.pid, 'SIGKILL')`;
const HELD = `console.log('held'), readSync(0, Buffer.alloc(1))`;

/** Starts a restore in another process, in which `cut` says when it is `how`. */
const restoreElsewhere = (dataDir: string, source: string, cut: string, how: typeof KILLED | typeof HELD) => {
  const program = `
    import { readSync } from 'node:fs';
    import fs from 'node:fs/promises';
    import { syncBuiltinESMExports } from 'node:module';
    const end = () => (${how});
    const on = {};
    ${cut}
    syncBuiltinESMExports();
    const { restoreBackup } = await import(${JSON.stringify(script('../../../../infra/sqlite/backup/restoring', import.meta.url).file)});
    const signal = new AbortController().signal;
    const [, dataDir, source] = process.argv;
    const options = { dataDir, source, stateOnServer: null, force: true, signal };
    await restoreBackup(options, (what, done) => done === 0 && on[what]?.());`;
  const args = ['--input-type=module', '-e', program, dataDir, source];
  return spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
};

const killedRestore = async (dataDir: string, source: string, cut: string): Promise<void> => {
  assert.deepEqual(await once(restoreElsewhere(dataDir, source, cut, KILLED), 'exit'), [null, 'SIGKILL']);
};
const WHILE_COPYING = `on['copying events.db'] = end;`;
const WHILE_MOVING = `
  const { rename } = fs;
  fs.rename = (from, to) => (to.endsWith('/events.db') && end(), rename(from, to));`;

backups('whose restore is killed while it copies changes nothing, and the next restore cleans up', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    await recordPerson(data);
    await commandLine(data).backup(backup, quietly);
    await commandLine(data).createWorkspace('later', undefined);
    const since = `${backup}-since`;
    const { events } = await commandLine(data).backup(since, quietly);
    await killedRestore(data, backup, WHILE_COPYING);
    await commandLine(data).status();
    assert.equal((await commandLine(data).backup(`${since}-again`, quietly)).events, events);
    await commandLine(data).restore(backup, true, quietly);

    await killedRestore(elsewhere, backup, WHILE_COPYING);
    await commandLine(elsewhere).restore(backup, false, quietly);
    for (const folder of [data, elsewhere]) assert.deepEqual((await readdir(folder)).sort(), ['events.db', 'state.db']);
  }),
);

backups(
  'whose restore was killed while it moved files is reported by the next start and restore, with what to do',
  () =>
    inFolders(async ({ data, backup, elsewhere }) => {
      await recordPerson(data);
      await commandLine(data).backup(backup, quietly);
      for (const folder of [data, elsewhere]) {
        await killedRestore(folder, backup, WHILE_MOVING);
        const isNamed = (error: unknown): boolean =>
          refusedAs('restore_unfinished')(error) && /colophon restore BACKUP --force/u.test((error as Error).message);
        await assert.rejects(commandLine(folder).start('all'), isNamed);
        await assert.rejects(commandLine(folder).restore(backup, false, quietly), isNamed);
        const { events } = await commandLine(folder).restore(backup, true, quietly);
        await during(folder, async (installation) => {
          assert.equal((await collect(installation.events.readAll())).length, events);
        });
      }
    }),
);

for (const [when, cut] of [
  ['copies', WHILE_COPYING],
  ['moves files', WHILE_MOVING],
] as const)
  backups(`is not restored twice at once: not while the other ${when}`, () =>
    inFolders(async ({ data, backup, elsewhere }) => {
      await recordPerson(data);
      const { events } = await commandLine(data).backup(backup, quietly);
      const other = restoreElsewhere(elsewhere, backup, cut, HELD);
      try {
        await once(other.stdout, 'data');
        await assert.rejects(commandLine(elsewhere).restore(backup, true, quietly), refusedAs('in_use'));
        other.stdin.end('\n');
        assert.deepEqual(await once(other, 'exit'), [0, null]);
      } finally {
        other.kill('SIGKILL');
      }
      assert.deepEqual((await readdir(elsewhere)).sort(), ['events.db', 'state.db']);
      await during(elsewhere, async (installation) => {
        assert.equal((await collect(installation.events.readAll())).length, events);
      });
    }),
  );

const NEW = 'by root, into a folder that it creates, belongs to the owner of the parent folder, also if it was killed';
if (!isRoot) backups.skip(NEW, 'only root can change the owner of files');
else
  backups(NEW, () =>
    inFolders(async ({ data, backup, elsewhere }) => {
      await recordPerson(data);
      await commandLine(data).backup(backup, quietly);
      await mkdir(elsewhere);
      await chown(elsewhere, NOBODY, NOBODY);
      const [whole, cut] = [path.join(elsewhere, 'whole', 'data'), path.join(elsewhere, 'cut')];
      await commandLine(whole).restore(backup, false, quietly);
      await killedRestore(cut, backup, WHILE_MOVING);
      const names = await readdir(elsewhere, { recursive: true });
      for (const name of ['whole/data/events.db', 'cut/state.db', 'cut/.restoring/events.db'])
        assert.ok(names.includes(name), name);
      for (const name of names) assert.equal((await stat(path.join(elsewhere, name))).uid, NOBODY, name);
    }),
  );
