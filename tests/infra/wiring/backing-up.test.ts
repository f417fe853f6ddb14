/** Backups of an installation that is at work, and what comes back of them. */
import { collectionsOf } from '../../../projections/define.ts';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { grantSession } from '../../../commands/identity/grant-session.ts';
import type { EventStore } from '../../../commands/ports.ts';
import { Refused } from '../../../domain/errors.ts';
import { keepErasures, keptErasures } from '../../../infra/sqlite/backup/erasures.ts';
import { restoreBackup } from '../../../infra/sqlite/backup/restoring.ts';
import { takeBackup } from '../../../infra/sqlite/backup/taking.ts';
import { openSqliteState } from '../../../infra/sqlite/state/index.ts';
import { openStores } from '../../../infra/wiring/stores.ts';
import { allProjections } from '../../../projections/all.ts';
import type { Row } from '../../../projections/ports.ts';
import { iterateRows } from '../../../projections/queries/iterate.ts';
import type { Steps } from '../../../workers/cli/ports.ts';
import { memoryOf } from '../../../workers/ingestion/memory.ts';
import { collect } from '../../support/event-stores.ts';
import { writeHistory } from '../../support/history.ts';
import { openInstallation, silent, type Installation } from '../../support/installation.ts';
import { newEvent } from '../../support/new-event.ts';
import { QUIXOTE, tellOfQuixote } from '../../support/people.ts';
import { filesIn } from '../../support/stores.ts';
import { closing } from '../../support/closing.ts';
import { suite } from '../../support/suite.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { operationsIn } from '../../support/command-line.ts';

const backups = suite('a backup');

const commandLine = (folder: string, signal?: AbortSignal) => operationsIn({ DATA_DIR: folder }, signal);
const quietly = (): void => undefined;

type Folders = { readonly data: string; readonly backup: string; readonly elsewhere: string };

const inFolders = async (test: (folders: Folders) => Promise<void>): Promise<void> => {
  await using root = await temporaryFolder();
  const [data, backup, elsewhere] = ['data', 'backup', 'elsewhere'].map((name) => path.join(root.path, name));
  assert.ok(data && backup && elsewhere);
  await mkdir(data);
  await test({ data, backup, elsewhere });
};

const during = async <T>(folder: string, work: (installation: Installation) => Promise<T>): Promise<T> => {
  await using installation = await openInstallation({ place: filesIn(folder), matching: false });
  return await work(installation);
};

/** Appends without a pause, to streams that no row is made from, until told to stop. */
const writing = (events: EventStore) => {
  const stop = new AbortController();
  const acknowledged = new Set<string>();
  const run = async (): Promise<void> => {
    for (let n = 0; !stop.signal.aborted; n += 1) {
      const batch = Array.from({ length: 8 }, (_, k) => newEvent(n, { k }));
      await Promise.all(batch.map((event, k) => events.append(`noise-${n % 50}-${k}`, [event], 'any')));
      for (const { id } of batch) acknowledged.add(id);
      await nextTurn();
    }
  };
  const running = run();
  return {
    acknowledged,
    until: async (count: number) => {
      while (acknowledged.size < count) await nextTurn();
    },
    end: async () => {
      stop.abort();
      await running;
    },
  };
};

const rowsOf = async ({ readModels }: Installation): Promise<Readonly<Record<string, readonly Row[]>>> => {
  const all: Record<string, Row[]> = {};
  for (const collection of allProjections.flatMap(collectionsOf)) {
    const rows: Row[] = (all[collection.name] = []);
    for await (const row of iterateRows(readModels, collection, [])) rows.push(row);
  }
  return all;
};

const refusedAs = (code: string) => (error: unknown) => error instanceof Refused && error.code === code;

const tellOfSomebody = (folder: string): Promise<void> =>
  during(folder, async (installation) => {
    await tellOfQuixote(installation, 'org');
    await installation.settled();
  });

backups('holds all that was acknowledged before it began, while others write, and rows made from it are the same', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    const rows = await during(data, async (installation) => {
      await writeHistory(installation.events, { events: 3_000 });
      const { token } = await grantSession(installation, { email: 'jo@example.org', role: 'member', workspace: 'org' });
      assert.ok(token);
      await memoryOf(installation).rememberLists(QUIXOTE.orcid, {});
      await installation.settled();
      const writer = writing(installation.events);
      await writer.until(500);
      const before = new Set(writer.acknowledged);
      const told: string[] = [];
      const taken = commandLine(data).backup(backup, (what) => void told.push(what));
      const { events, head } = await taken.finally(() => writer.end());
      assert.ok(writer.acknowledged.size > before.size, 'nothing was written meanwhile');
      assert.ok(told.includes('copying events.db'));

      await commandLine(elsewhere).restore(backup, false, quietly);
      const restored = await openStores({ dataDir: elsewhere, eventStoreUrl: null, mongodbUrl: null }, silent);
      const log = await collect(restored.events.readAll());
      const positions = log.map(({ position }) => position);
      const kept = new Set(log.map(({ id }) => id));
      assert.deepEqual([log.length, positions.at(-1)], [events, head]);
      assert.deepEqual(
        log,
        (await collect(installation.events.readAll())).filter(({ position }) => position <= head),
      );
      assert.ok([...before].every((id) => kept.has(id)));
      const users = await restored.state.list('user/');
      assert.equal((users[0]?.value as { email: string }).email, 'jo@example.org');
      for (const kind of ['session/', 'asked/']) assert.deepEqual(await restored.state.list(kind), []);
      await restored.close();
      return rowsOf(installation);
    });
    await during(elsewhere, async (installation) => {
      await installation.settled();
      assert.deepEqual(await rowsOf(installation), rows);
    });
  }),
);

backups('that is damaged is refused, and nothing is touched', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    await tellOfSomebody(data);
    await commandLine(data).backup(backup, quietly);
    const file = path.join(backup, 'events.db');
    const bytes = await readFile(file);
    bytes.writeUInt8(bytes.readUInt8(5_000) ^ 1, 5_000);
    await writeFile(file, bytes);
    await assert.rejects(commandLine(elsewhere).restore(backup, false, quietly), refusedAs('damaged_backup'));
    assert.ok(!existsSync(elsewhere));
    await rm(path.join(backup, 'manifest.json'));
    await assert.rejects(commandLine(elsewhere).restore(backup, false, quietly), refusedAs('not_a_backup'));
  }),
);

type Named = { name: string; bytes: number; sha256: string };

/** The backup with other files in its manifest. */
const naming = async (backup: string, change: (files: Named[]) => unknown): Promise<void> => {
  const file = path.join(backup, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { files: Named[] };
  await writeFile(file, JSON.stringify({ ...manifest, files: change(manifest.files) }));
};
const described = (name: string, content: string): Named => ({
  ...{ name, bytes: Buffer.byteLength(content) },
  sha256: createHash('sha256').update(content).digest('hex'),
});
/** All files below, except those that SQLite keeps beside an open database. */
const filesBelow = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true })).filter((name) => !/-(wal|shm)$/u.test(name)).sort();

const EVIL = 'ssh-ed25519 AAAA';
const MANIFESTS: Readonly<Record<string, (files: Named[]) => unknown>> = {
  'a path above': (files) => [...files, described('../pwned', EVIL)],
  'a path below': (files) => [...files, described('sub/pwned', EVIL)],
  'an absolute path': (files) => [...files, described('/tmp/pwned', EVIL)],
  'another name': (files) => [...files, described('read.db', EVIL)],
  'a file twice': (files) => [...files, ...files],
  'no file': () => [],
  'no log': (files) => files.filter(({ name }) => name !== 'events.db'),
  'no list': () => ({ length: 1 }),
  'nothing of a file': () => [null],
};

backups('whose manifest names anything but its own files, each once, is refused and leaves nothing behind', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    await tellOfSomebody(data);
    await commandLine(data).backup(backup, quietly);
    const manifest = await readFile(path.join(backup, 'manifest.json'));
    for (const [what, change] of Object.entries(MANIFESTS)) {
      await writeFile(path.join(backup, '..', 'pwned'), EVIL);
      await writeFile(path.join(backup, 'read.db'), EVIL);
      await naming(backup, change);
      const before = await filesBelow(path.dirname(backup));
      for (const target of [data, elsewhere])
        await assert.rejects(commandLine(target).restore(backup, true, quietly), refusedAs('not_a_backup'), what);
      assert.deepEqual(await filesBelow(path.dirname(backup)), before, what);
      assert.ok(!existsSync(elsewhere));
      await writeFile(path.join(backup, 'manifest.json'), manifest);
    }
    await commandLine(data).status();
  }),
);

backups('that holds no log, or links elsewhere, is refused and leaves nothing behind', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    await tellOfSomebody(data);
    await commandLine(data).backup(backup, quietly);
    const log = path.join(backup, 'events.db');
    const whole = await readFile(log);
    const manifest = await readFile(path.join(backup, 'manifest.json'));
    await writeFile(log, EVIL);
    await naming(backup, (files) =>
      files.map((file) => (file.name === 'events.db' ? described(file.name, EVIL) : file)),
    );
    for (const target of [data, elsewhere])
      await assert.rejects(commandLine(target).restore(backup, true, quietly), refusedAs('damaged_backup'));
    assert.ok(!existsSync(elsewhere) && !existsSync(path.join(data, '.restoring')));

    await writeFile(path.join(backup, 'manifest.json'), manifest);
    await rm(log);
    await writeFile(`${log}.elsewhere`, whole);
    await symlink(`${log}.elsewhere`, log);
    await assert.rejects(commandLine(elsewhere).restore(backup, true, quietly), refusedAs('damaged_backup'));
    assert.ok(!existsSync(elsewhere));
    await commandLine(data).status();
  }),
);

backups('and what comes back of it are open to this user alone, whatever they were copied from', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    await tellOfSomebody(data);
    await commandLine(data).backup(backup, quietly);
    const modes = async (folder: string): Promise<ReadonlySet<string>> => {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.db'));
      const all = ['', ...names].map(async (name) => (await stat(path.join(folder, name))).mode.toString(8).slice(-3));
      return new Set(await Promise.all(all));
    };
    assert.deepEqual(await modes(backup), new Set(['700', '600']));
    for (const name of await readdir(backup)) await chmod(path.join(backup, name), 0o644);
    await commandLine(elsewhere).restore(backup, false, quietly);
    assert.deepEqual(await modes(elsewhere), new Set(['700', '600']));
  }),
);

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
    await cp(data, elsewhere, { recursive: true });
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

backups('that begins beside another to the same folder leaves that whole; whichever ends second is refused', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    await tellOfSomebody(data);
    let second: Promise<unknown> | undefined;
    const first = commandLine(data).backup(backup, (what) => {
      if (what.startsWith('summing')) second ??= commandLine(data).backup(backup, quietly);
    });
    const outcomes = await Promise.allSettled([first, first.catch(() => undefined).then(() => second)]);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    assert.equal(refused.length, 1);
    assert.ok(refusedAs('not_empty')(refused[0]), String(refused[0]));
    assert.deepEqual((await readdir(path.dirname(backup))).sort(), ['backup', 'data']);
    await commandLine(elsewhere).restore(backup, false, quietly);
  }),
);

backups('that was cut off is begun again, and so is a restore, before anything is served from it', () =>
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

/** A restore that is killed as it copies the log. */
const killedRestore = async (dataDir: string, source: string): Promise<void> => {
  const script = `
    const { restoreBackup } = await import(${JSON.stringify(new URL('../../../dist/infra/sqlite/backup/restoring.js', import.meta.url).href)});
    const signal = new AbortController().signal;
    const [, dataDir, source] = process.argv;
    await restoreBackup({ dataDir, source, stateOnServer: null, force: true, signal }, (what) => {
      if (what === 'copying events.db') process.kill(process.pid, 'SIGKILL');
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir, source], { stdio: 'ignore' });
  assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
};

backups('whose restore was killed is reported by the next start and restore, with what to do next', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    await tellOfSomebody(data);
    await commandLine(data).backup(backup, quietly);
    for (const folder of [data, elsewhere]) {
      await killedRestore(folder, backup);
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

backups('is not restored twice at once', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    await tellOfSomebody(data);
    const { events } = await commandLine(data).backup(backup, quietly);
    let second: Promise<unknown> | undefined;
    await commandLine(elsewhere).restore(backup, true, (what) => {
      const again = () => commandLine(elsewhere).restore(backup, true, quietly);
      if (what === 'copying events.db') second ??= assert.rejects(again(), refusedAs('in_use'));
    });
    assert.ok(second);
    await second;
    assert.deepEqual((await readdir(elsewhere)).sort(), ['events.db', 'state.db']);
    await during(elsewhere, async (installation) => {
      assert.equal((await collect(installation.events.readAll())).length, events);
    });
  }),
);

backups('made after an erasure holds nothing of it, and one made before it is erased again', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    await tellOfSomebody(data);
    await commandLine(data).backup(backup, quietly);
    await commandLine(data).erasePerson(QUIXOTE.orcid, null);
    const after = `${backup}-after`;
    await commandLine(data).backup(after, quietly);

    const isIn = async (folder: string): Promise<boolean> => {
      const files = (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'latin1'));
      return (await Promise.all(files)).join('').toLowerCase().includes('quixotewright');
    };
    assert.deepEqual([await isIn(backup), await isIn(after)], [true, false]);
    await commandLine(elsewhere).restore(after, false, quietly);
    assert.ok(!(await isIn(elsewhere)));

    const { erasedAgain, erasuresKnown } = await commandLine(data).restore(backup, true, quietly);
    assert.deepEqual([erasedAgain, erasuresKnown], [1, true]);
    assert.ok(!(await isIn(data)));
  }),
);
