/** Damaged or malicious backups. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite } from '../../../support/suite.ts';
import { commandLine, inFolders, quietly, refusedAs, recordPerson } from './in-folders.ts';

const backups = suite('a backup from elsewhere');

backups('that is damaged is refused, and nothing is touched', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    await recordPerson(data);
    await commandLine(data).backup(backup, quietly);
    const file = path.join(backup, 'events.db');
    const bytes = await readFile(file);
    bytes.writeUInt8(bytes.readUInt8(5_000) ^ 1, 5_000);
    await writeFile(file, bytes);
    await assert.rejects(commandLine(elsewhere).restore(backup, false, quietly), refusedAs('damaged_backup'));
    assert.ok(!existsSync(elsewhere));
    await rm(path.join(backup, 'manifest.json'));
    await assert.rejects(commandLine(elsewhere).restore(backup, false, quietly), refusedAs('not_a_backup'));
    await mkdir(path.join(backup, 'manifest.json'));
    await assert.rejects(commandLine(elsewhere).restore(backup, false, quietly), refusedAs('unusable_folder'));
    await assert.rejects(commandLine(elsewhere).restore(file, false, quietly), refusedAs('unusable_folder'));
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
    await recordPerson(data);
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

backups('that has no log, or links outside, is refused and leaves nothing behind', () =>
  inFolders(async ({ data, backup, elsewhere }) => {
    await recordPerson(data);
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
    assert.ok(!existsSync(elsewhere) && !(await readdir(data)).some((name) => name.startsWith('.restoring')));

    await writeFile(path.join(backup, 'manifest.json'), manifest);
    await rm(log);
    await writeFile(`${log}.elsewhere`, whole);
    await symlink(`${log}.elsewhere`, log);
    await assert.rejects(commandLine(elsewhere).restore(backup, true, quietly), refusedAs('damaged_backup'));
    assert.ok(!existsSync(elsewhere));
    await commandLine(data).status();
  }),
);
