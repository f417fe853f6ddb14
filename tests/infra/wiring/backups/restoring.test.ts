/** What a restore replaces, and how one that is cut off goes on. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, cp, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createWorkspace } from '../../../../commands/bootstrap.ts';
import { keepErasures, keptErasures } from '../../../../infra/sqlite/backup/erasures.ts';
import { restoreBackup } from '../../../../infra/sqlite/backup/restoring.ts';
import { copyingIn, lockRestore, restoringIn } from '../../../../infra/sqlite/backup/unfinished.ts';
import { takeBackup } from '../../../../infra/sqlite/backup/taking.ts';
import { openSqliteState } from '../../../../infra/sqlite/state/index.ts';
import { openStores } from '../../../../infra/wiring/stores.ts';
import { workspaces } from '../../../../projections/workspaces/workspaces.ts';
import type { Steps } from '../../../../workers/cli/ports.ts';
import { collect } from '../../../support/event-stores.ts';
import { openInstallation, silent } from '../../../support/installation.ts';
import { append, QUIXOTE } from '../../../support/people.ts';
import { closing } from '../../../support/closing.ts';
import { script } from '../../../support/script.ts';
import { operationsIn } from '../../../support/command-line.ts';
import { inFreshDatabase, onMongoDb } from '../../../support/mongodb.ts';
import { placeOf } from '../../../support/stores.ts';
import { suite } from '../../../support/suite.ts';
import { commandLine, during, inFolders, quietly, refusedAs, tellOfSomebody } from './in-folders.ts';

const NOBODY = 65_534;

const backups = suite('a backup that is restored');

backups('replaces nothing unasked, and nothing that is in use', () =>
  inFolders(async ({ data, backup }) => {
    await tellOfSomebody(data);
    await commandLine(data).backup(backup, quietly);
    await assert.rejects(commandLine(data).backup(backup, quietly), refusedAs('not_empty'));
    await assert.rejects(commandLine(data).restore(backup, false, quietly), refusedAs('not_empty'));
    await during(data, async ({ state }) => {
      await state.put('lease/projector', {}, { ttlMs: 60_000 });
      await assert.rejects(commandLine(data).restore(backup, true, quietly), refusedAs('in_use'));
      await state.remove('lease/projector');
    });
    // An api alone holds no lease, and appends all the same.
    const config = { dataDir: data, eventStoreUrl: null, mongodbUrl: null };
    const api = await openStores(config, silent);
    await assert.rejects(commandLine(data).restore(backup, true, quietly), refusedAs('in_use'));
    await api.close();
    await commandLine(data).restore(backup, true, quietly);
  }),
);

backups('is restored over a damaged or an empty state file', () =>
  inFolders(async ({ data, backup }) => {
    await tellOfSomebody(data);
    const { events } = await commandLine(data).backup(backup, quietly);
    for (const state of ['no database, and longer than the header of one. '.repeat(100), '']) {
      for (const name of await readdir(data)) if (name.startsWith('state.db')) await rm(path.join(data, name));
      await writeFile(path.join(data, 'state.db'), state);
      await commandLine(data).restore(backup, true, quietly);
      await during(data, async (installation) => {
        assert.equal((await collect(installation.events.readAll())).length, events);
      });
    }
  }),
);

backups('without the state leaves that of the folder whole, with what its service had not moved to the file yet', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    await tellOfSomebody(data);
    const { signal } = new AbortController();
    const asked = { dataDir: data, target: backup, names: ['events.db'], version: 'test', now: 0, signal };
    await takeBackup(asked, quietly);
    // As a service leaves its folder that was killed.
    await using state = closing(await openSqliteState({ file: path.join(data, 'state.db') }));
    await state.put('user/last', 'of the log');
    await state.put('matching/checkpoint', { position: 900 });
    // What other connections keep beside their files goes when they close, perhaps just now.
    const filter = (file: string): boolean => file.includes('state.db') || !/-(?:shm|wal)$/u.test(file);
    await cp(data, elsewhere, { recursive: true, filter });
    await restoreBackup({ source: backup, dataDir: elsewhere, stateOnServer: null, force: true, signal }, quietly);
    await using restored = closing(await openSqliteState({ file: path.join(elsewhere, 'state.db') }));
    assert.equal((await restored.get('user/last'))?.value, 'of the log');
    assert.deepEqual(await restored.list('matching/'), []);
  }),
);

backups(
  'of the log alone is not restored beside processes whose state is elsewhere, and leaves none of what that says of a log',
  () =>
    inFolders(async ({ data, backup }) => {
      await tellOfSomebody(data);
      await commandLine(data).backup(backup, quietly);
      await using state = closing(await openSqliteState({ file: `${data}-server` }));
      await state.put('matching/checkpoint', { position: 900 });
      await state.put('user/last', 'of the log');
      await state.put('release/process', {}, { ttlMs: 60_000 });
      const { signal } = new AbortController();
      const restoring = () =>
        restoreBackup({ source: backup, dataDir: data, stateOnServer: state, force: true, signal }, quietly);
      await assert.rejects(restoring(), refusedAs('in_use'));
      await state.remove('release/process');
      await restoring();
      assert.deepEqual(
        (await state.list('')).map(({ key }) => key),
        ['user/last'],
      );
    }),
);

backups('whose restore is interrupted while it records erasures keeps those recorded by an earlier one', () =>
  inFolders(async ({ data }) => {
    const [noted, more] = ['a', 'b'].map((id) => ({ id, workspace: 'org', orcid: QUIXOTE.orcid }));
    assert.ok(noted && more);
    const file = path.join(data, 'erasures.json');
    await keepErasures(file, [noted]);
    // What stands in the file at any moment is what a process that dies then leaves.
    await using standing = await open(file);
    await keepErasures(file, [noted, more]);
    assert.deepEqual(JSON.parse(await standing.readFile('utf8')), [noted]);
    assert.deepEqual(await keptErasures(file), [noted, more]);
  }),
);

backups('is begun again after it was cut off, as taking one is, before anything is served from it', () =>
  inFolders(async ({ data, backup }) => {
    await tellOfSomebody(data);
    await mkdir(`${backup}.partial-Qx3f0a`);
    await writeFile(path.join(`${backup}.partial-Qx3f0a`, 'events.db'), 'half of it');
    await commandLine(data).backup(backup, quietly);
    assert.deepEqual((await readdir(backup)).sort(), ['events.db', 'manifest.json', 'state.db']);

    const stop = new AbortController();
    const stopping: Steps = (what) => (what.startsWith('copying') ? stop.abort() : undefined);
    // What SQLite keeps beside a file comes and goes with who has it open.
    const files = async () => (await readdir(data)).filter((name) => !/-(wal|shm)$/.test(name)).sort();
    const before = await files();
    await assert.rejects(commandLine(data, stop.signal).restore(backup, true, stopping), /nothing was changed/);
    assert.deepEqual(await files(), before);

    await mkdir(path.join(data, '.restoring'));
    await writeFile(path.join(data, '.restoring', 'events.db'), 'half of it');
    await assert.rejects(commandLine(data).status(), refusedAs('restore_unfinished'));
    await assert.rejects(commandLine(data).backup(`${backup}-of-half`, quietly), refusedAs('restore_unfinished'));
    const { events } = await commandLine(data).restore(backup, true, quietly);
    assert.deepEqual((await readdir(data)).sort(), ['events.db', 'state.db']);
    await during(data, async (installation) => {
      assert.equal((await collect(installation.events.readAll())).length, events);
    });
  }),
);

backups('end the job of a person who was erased later, and report the restored counts', () =>
  inFolders(async ({ data, backup }) => {
    const { orcid } = QUIXOTE;
    await commandLine(data).createWorkspace('org', undefined);
    await during(data, (installation) =>
      append(installation, `ingestion-org~${orcid}`, 'org', [
        { type: 'IngestionQueued', data: { jobId: 'job-1', orcid, shard: 0, triggerSource: 'people_page' } },
      ]),
    );
    const before = await commandLine(data).backup(backup, quietly);
    await tellOfSomebody(data);
    await commandLine(data).erasePerson(orcid, null);
    const { events } = await commandLine(data).restore(backup, true, quietly);
    await during(data, async (installation) => {
      const types = (await collect(installation.events.readAll())).map(({ type }) => type);
      assert.deepEqual(types.slice(before.events), ['IngestionForceFailed', 'IngestionReset', 'PersonErased']);
      assert.equal(types.length, events);
    });
  }),
);

backups('older than the person keep the erasure, and a newer one that has the person repeats it', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    const { orcid } = QUIXOTE;
    await commandLine(data).createWorkspace('org', undefined);
    await commandLine(data).backup(backup, quietly);
    await tellOfSomebody(data);
    await commandLine(data).backup(elsewhere, quietly);
    await commandLine(data).erasePerson(orcid, null);
    assert.equal((await commandLine(data).restore(backup, true, quietly)).erasedAgain, 0);
    assert.equal((await commandLine(data).restore(elsewhere, true, quietly)).erasedAgain, 1);
    await during(data, async ({ events }) => {
      assert.deepEqual(await collect(events.readStream(`person-org~${orcid}`)), []);
    });
  }),
);

backups('end the job of a person who was erased before the first job had registered them', () =>
  inFolders(async ({ data, backup }) => {
    const { orcid } = QUIXOTE;
    await commandLine(data).createWorkspace('org', undefined);
    await during(data, (installation) =>
      append(installation, `ingestion-org~${orcid}`, 'org', [
        { type: 'IngestionQueued', data: { jobId: 'job-1', orcid, shard: 0, triggerSource: 'people_page' } },
      ]),
    );
    await commandLine(data).backup(backup, quietly);
    assert.ok((await commandLine(data).erasePerson(orcid, null)).workspaces[0]?.jobEnded);
    await commandLine(data).restore(backup, true, quietly);
    await during(data, async ({ events }) => {
      const types = (await collect(events.readStream(`ingestion-org~${orcid}`))).map(({ type }) => type);
      assert.deepEqual(types, ['IngestionQueued', 'IngestionForceFailed', 'IngestionReset']);
    });
  }),
);

backups('erase no person who was registered again after an erasure', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    const { orcid } = QUIXOTE;
    await tellOfSomebody(data);
    await commandLine(data).backup(backup, quietly);
    await commandLine(data).erasePerson(orcid, null);
    await tellOfSomebody(data);
    await commandLine(data).backup(elsewhere, quietly);
    assert.equal((await commandLine(data).restore(backup, true, quietly)).erasedAgain, 1);
    assert.equal((await commandLine(data).restore(elsewhere, true, quietly)).erasedAgain, 0);
    await during(data, async ({ events }) => {
      assert.ok((await collect(events.readStream(`person-org~${orcid}`))).length > 0);
    });
  }),
);

const isRoot = process.getuid?.() === 0;
const OWNER = 'by root belongs to who owns the folder, as do files that root makes there later';
if (!isRoot) backups.skip(OWNER, 'root alone can give files away');
else
  backups(OWNER, () =>
    inFolders(async ({ data, backup }) => {
      await tellOfSomebody(data);
      await commandLine(data).backup(backup, quietly);
      await chown(data, NOBODY, NOBODY);
      await commandLine(data).restore(backup, true, quietly);
      await commandLine(data).createWorkspace('later', undefined);
      const names = await readdir(data);
      assert.ok(names.includes('read.db'));
      for (const name of names) assert.equal((await stat(path.join(data, name))).uid, NOBODY, name);
    }),
  );

const NEW = 'by root into a folder that it makes belongs to who owns that above, and to nobody else if it was killed';
if (!isRoot) backups.skip(NEW, 'root alone can give files away');
else
  backups(NEW, () =>
    inFolders(async ({ data, backup, elsewhere }) => {
      await tellOfSomebody(data);
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

/** What ends another process, and what holds it until it is written to. */
const KILLED = `process.kill(process.pid, 'SIGKILL')`;
const HELD = `console.log('held'), readSync(0, Buffer.alloc(1))`;

/** Starts to restore in another process, in which `cut` says when it is `how`. */
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

backups('whose restore is killed while it copies changes nothing, and the next restore clears what it left', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    await tellOfSomebody(data);
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

backups('is not moved into place beneath a service that started meanwhile', () =>
  inFolders(async ({ data, backup }) => {
    await tellOfSomebody(data);
    await commandLine(data).backup(backup, quietly);
    let service: ReturnType<typeof openStores> | undefined;
    const restoring = commandLine(data).restore(backup, true, (what, done) => {
      if (what !== 'copying state.db' || done !== 0) return;
      service = openStores({ dataDir: data, eventStoreUrl: null, mongodbUrl: null }, silent);
    });
    await assert.rejects(restoring, refusedAs('in_use'));
    assert.ok(!(await readdir(data)).some((name) => name.startsWith('.restoring')));
    await (await service)?.close();
  }),
);

backups(
  'whose restore was killed while it moved files is reported by the next start and restore, with what to do',
  () =>
    inFolders(async ({ data, backup, elsewhere }) => {
      await tellOfSomebody(data);
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
      await tellOfSomebody(data);
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

backups('is not restored by one that looked before another moved its copies, which leaves nothing either', () =>
  inFolders(async ({ elsewhere }) => {
    const [copies, moved] = [copyingIn(elsewhere), restoringIn(elsewhere)];
    assert.throws(() => lockRestore(elsewhere, copies), refusedAs('in_use'));
    assert.throws(() => lockRestore(elsewhere, moved), refusedAs('in_use'));
    for (const folder of [copies, moved]) await mkdir(folder, { recursive: true });
    assert.throws(() => lockRestore(elsewhere, copies), refusedAs('in_use'));
    assert.deepEqual(await readdir(elsewhere), [path.basename(moved)]);
    lockRestore(elsewhere, moved).close();
  }),
);

const BESIDE = 'a backup that is restored beside rows on MongoDB';
const REJECTS = 'has those rejected until they are rebuilt from it, also if its log has come further than they';
await onMongoDb(BESIDE, REJECTS, (server) =>
  suite(BESIDE)(REJECTS, () =>
    inFolders(async ({ data, backup, elsewhere }) => {
      await using database = inFreshDatabase(server);
      const half = operationsIn({ DATA_DIR: data, MONGODB_URL: database.url });
      await tellOfSomebody(data);
      await commandLine(data).backup(elsewhere, quietly);
      const working = async (...ids: readonly string[]): Promise<readonly string[]> => {
        await using installation = await openInstallation({
          place: placeOf({ DATA_DIR: data, MONGODB_URL: database.url }),
          matching: false,
        });
        for (const id of ids) await createWorkspace(installation, id, id);
        await installation.settled();
        const all = { where: { all: [] }, limit: 9 };
        return (await installation.readModels.find(workspaces, all)).map(({ id }) => id);
      };
      await working('kept', 'more');
      await half.backup(backup, quietly);
      // Another course of the same log, whose rows end before the backup does.
      await half.restore(elsewhere, true, quietly);
      await half.projections.adoptLog();
      assert.deepEqual(await working('lost'), ['lost', 'org']);
      await half.restore(backup, true, quietly);
      await assert.rejects(half.status(), refusedAs('other_log'));
      await half.projections.adoptLog();
      assert.deepEqual(await working(), ['kept', 'more', 'org']);
    }),
  ),
);
