/** An unusable data folder: the program names it with the reason, and waits for nothing. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { warnIfOpenToOthers } from '../../../infra/wiring/data-folder.ts';
import { openStores } from '../../../infra/wiring/stores.ts';
import { BUILT } from '../../support/built.ts';
import { operationsIn } from '../../support/command-line.ts';
import { silent } from '../../support/installation.ts';
import { script } from '../../support/script.ts';
import { suite } from '../../support/suite.ts';
import { inFolder } from '../../support/folder.ts';

const MODULE = script('../../../infra/wiring/data-folder', import.meta.url);
/** A user without root's permissions, which root can switch to. */
const NOBODY = 65_534;

const opening = (dataDir: string): Promise<unknown> =>
  openStores({ dataDir, eventStoreUrl: null, mongodbUrl: null }, silent);

const folders = suite('a data folder');

folders('that is not a folder, or lies in none, is refused by name', () =>
  inFolder(async (folder) => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    for (const dataDir of [file, path.join(file, 'below')])
      await assert.rejects(opening(dataDir), { message: `DATA_DIR=${dataDir} cannot be used: it is not a folder` });
  }),
);

const NOWHERE = 'that cannot be created, even by root, is refused by name';
if (!existsSync('/proc/self')) folders.skip(NOWHERE, 'there is no /proc');
else
  folders(NOWHERE, () =>
    inFolder(async (folder) => {
      const message = 'DATA_DIR=/proc/nothing/data cannot be used: it cannot be created there';
      await assert.rejects(opening('/proc/nothing/data'), { message });
      const commands = operationsIn({ DATA_DIR: folder });
      await commands.createWorkspace('org', undefined);
      const backup = path.join(folder, 'backup');
      await commands.backup(backup, () => undefined);
      const elsewhere = operationsIn({ DATA_DIR: '/proc/nothing/data' });
      await assert.rejects(
        elsewhere.restore(backup, false, () => undefined),
        { message },
      );
      await assert.rejects(
        commands.backup('/proc/nothing/backup', () => undefined),
        {
          message: '/proc/nothing cannot be used: it cannot be created there',
        },
      );
    }),
  );

folders('below a current folder that was deleted is refused in one line', () =>
  inFolder(async (folder) => {
    const backup = path.join(folder, 'backup');
    const commands = operationsIn({ DATA_DIR: path.join(folder, 'data') });
    await commands.createWorkspace('org', undefined);
    await commands.backup(backup, () => undefined);
    for (const [args, named, dataDir = {}] of [
      [['start'], 'DATA_DIR=data'],
      [['demo'], 'DATA_DIR=data/demo'],
      [['workspaces', 'create', 'org'], 'DATA_DIR=data'],
      [['restore', backup], 'DATA_DIR=data'],
      [['backup', 'copy'], '.', { DATA_DIR: path.join(folder, 'data') }],
    ] as readonly (readonly [readonly string[], string, Record<string, string>?])[]) {
      const gone = path.join(folder, 'gone');
      await mkdir(gone);
      const within = ['-c', 'cd "$0" && rmdir "$0" && exec "$@"', gone, process.execPath, BUILT, ...args];
      const env = { PATH: process.env['PATH'], DATA_DIR: 'data', PUBLIC_PORT: '0', DASHBOARD_PORT: '0' };
      const child = spawn('/bin/sh', within, { env: { ...env, ...dataDir }, stdio: ['ignore', 'ignore', 'pipe'] });
      const [err] = await Promise.all([text(child.stderr), once(child, 'exit')]);
      assert.equal(err, `colophon: ${named} cannot be used: the current folder was deleted\n`);
      assert.equal(child.exitCode, 1);
    }
  }),
);

folders('in which a file cannot be opened is refused with the name of the file', () =>
  inFolder(async (folder) => {
    await mkdir(path.join(folder, 'events.db'));
    await assert.rejects(opening(folder), {
      message: `event store unavailable: ${path.join(folder, 'events.db')} cannot be opened or created`,
    });
  }),
);

const as = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** Runs a module as a user who is not root. */
const runAs = (program: string): Promise<{ readonly code: unknown; readonly err: string }> =>
  new Promise((resolve) => {
    const options = { env: { PATH: process.env['PATH'], TSX_DISABLE_CACHE: '1' }, ...as };
    const args = [...MODULE.execArgv, '--input-type=module', '--eval', program];
    const child = execFile(process.execPath, args, options, (_error, _out, err) =>
      resolve({ code: child.exitCode, err }),
    );
  });

/** In `folder`, which that user may reach. */
const useAs = async (folder: string, use: string): Promise<string> => {
  await chmod(folder, 0o755);
  const { code, err } = await runAs(`import * as folders from '${MODULE.file}'; await folders.${use}`);
  assert.equal(code, 1);
  return err;
};

const OF_OTHERS: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  'that may not be written to is refused by name': async (folder) => {
    const dataDir = path.join(folder, 'data');
    await mkdir(dataDir, { mode: 0o555 });
    const complaint = `Error: DATA_DIR=${dataDir} cannot be used: this user may not read and write it\n`;
    assert.match(await useAs(folder, `openDataFolder('${dataDir}')`), new RegExp(complaint));
  },
  'that may not be read exists nevertheless': async (folder) => {
    const dataDir = path.join(folder, 'data');
    await mkdir(dataDir, { mode: 0o000 });
    const complaint = `Error: DATA_DIR=${dataDir} cannot be used: this user may not read and write it\n`;
    assert.match(await useAs(folder, `mustHoldStores('${dataDir}', [])`), new RegExp(complaint));
  },
  'with a file that another user owns is refused with the name of the file': async (folder) => {
    const dataDir = path.join(folder, 'data');
    await mkdir(dataDir);
    await chmod(dataDir, 0o777);
    await writeFile(path.join(dataDir, 'state.db'), '');
    await chmod(path.join(dataDir, 'state.db'), 0o444);
    const complaint = `DATA_DIR=${dataDir} cannot be used: state.db: this user may not read and write it\n`;
    assert.match(await useAs(folder, `openDataFolder('${dataDir}')`), new RegExp(complaint));
  },
};
const isReadable = (await runAs(`await import('${MODULE.file}')`)).code === 0;
for (const [what, test] of Object.entries(OF_OTHERS))
  if (isReadable) folders(what, () => inFolder(test));
  else folders.skip(what, 'root runs this test, and other users may not read the folder of the project');

folders('that others may read causes a warning, with what to do', () =>
  inFolder(async (folder) => {
    const lines: { readonly open: readonly string[]; readonly message: string }[] = [];
    const log = {
      ...silent,
      warn: (fields: Readonly<Record<string, unknown>>, message: string): void =>
        void lines.push({ open: fields['open'] as readonly string[], message }),
    };
    await writeFile(path.join(folder, 'state.db'), '');
    await chmod(path.join(folder, 'state.db'), 0o640);
    await chmod(folder, 0o700);
    await warnIfOpenToOthers(folder, log);
    assert.deepEqual(lines[0]?.open, ['state.db']);
    assert.match(lines[0]?.message ?? '', /chmod -R go-rwx/u);
    await chmod(path.join(folder, 'state.db'), 0o600);
    await warnIfOpenToOthers(folder, log);
    assert.equal(lines.length, 1);
    await chmod(folder, 0o755);
    await warnIfOpenToOthers(folder, log);
    assert.deepEqual(lines[1]?.open, [folder]);
  }),
);
