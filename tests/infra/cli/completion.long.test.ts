/** Shell completion, in bash. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createWorkspace } from '../../../commands/bootstrap.ts';
import { BUILT } from '../../support/built.ts';
import { openInstallation } from '../../support/installation.ts';
import { inPlace } from '../../support/stores.ts';
import { suite } from '../../support/suite.ts';
import { temporaryFolder } from '../../support/folder.ts';

const run = promisify(execFile);

const completion = suite('completion');
/** A `colophon` on the path of the shell, and its script. */
const { path: folder } = await completion.holds(temporaryFolder());
const program = path.join(folder, 'colophon');
await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${BUILT}' "$@"\n`);
await chmod(program, 0o755);
const env: Readonly<Record<string, string>> = { PATH: `${folder}:${process.env['PATH'] ?? ''}`, HOME: folder };
await writeFile(path.join(folder, 'bash'), (await run('colophon', ['completion', 'bash'], { env })).stdout);

const TYPED: readonly (readonly [typed: string, completed: readonly string[]])[] = [
  ['colophon pro', ['projections']],
  ['colophon projections re', ['rebuild', 'resume']],
  ['colophon start --ro', ['--role']],
  ['colophon start --role pro', ['projector']],
  ['colophon sessions create --role work', ['workspace_admin']],
  ['colophon ingest --wor', ['--workspace']],
  ['colophon nothing ', []],
];

const linesIn = (out: string): readonly string[] =>
  out
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '')
    .filter((line) => line !== '')
    .sort();

/** What the package bash-completion provides to scripts. */
const WORDS = `_get_comp_words_by_ref() {
  words=("\${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur="\${words[cword]}"; prev="\${words[cword-1]}"
}`;

const inBash = async (typed: string): Promise<readonly string[]> => {
  const words = typed.split(' ');
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const script = `${WORDS}
    source '${path.join(folder, 'bash')}'
    COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}
    compopt() { :; }
    __colophon_complete
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  return linesIn((await run('bash', ['--norc', '-c', script], { env })).stdout);
};

completion('offers commands, options and choices in bash', async () => {
  for (const [typed, completed] of TYPED) assert.deepEqual(await inBash(typed), completed, typed);
});

const offered = async (words: readonly string[], own: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const { stdout, stderr } = await run('colophon', ['complete', '--', ...words], { env: { ...env, ...own } });
  assert.equal(stderr, '');
  return stdout.split('\n').filter((line) => line !== '' && !line.startsWith(':'));
};

completion('offers the workspaces of existing stores', () =>
  inPlace(
    async (place) => {
      const installation = await openInstallation({ place });
      await createWorkspace(installation, 'museum', 'Museum of Pots');
      await installation.settled();
      await installation.stop();
      assert.deepEqual(await offered(['ingest', '--workspace', ''], place.env), [
        'org\tOrganisation',
        'museum\tMuseum of Pots',
      ]);
      assert.deepEqual(await offered(['import', 'doi', '-w', 'mu'], place.env), ['museum\tMuseum of Pots']);
    },
    { forPrograms: true },
  ),
);

completion('prints and creates nothing if stores are missing or unreadable', async () => {
  const DATA_DIR = path.join(folder, 'missing');
  assert.deepEqual(await offered(['ingest', '--workspace', ''], { DATA_DIR }), []);
  await assert.rejects(access(DATA_DIR));
  await mkdir(DATA_DIR);
  await writeFile(path.join(DATA_DIR, 'events.db'), '');
  assert.deepEqual(await offered(['ingest', '--workspace', ''], { DATA_DIR }), []);
  assert.deepEqual(await readdir(DATA_DIR), ['events.db']);
  await writeFile(path.join(DATA_DIR, 'read.db'), 'not a database');
  assert.deepEqual(await offered(['ingest', '-w', ''], { DATA_DIR }), []);
  assert.deepEqual(await offered(['ingest', '-w', ''], { DATA_DIR, PUBLIC_PORT: 'none' }), []);
});

completion('supports a list of shells, and needs neither stores nor settings', async () => {
  await assert.rejects(
    run('colophon', ['completion', 'tcsh'], { env }),
    (error: { code?: unknown; stderr?: unknown }) => {
      assert.equal(error.code, 2);
      assert.match(String(error.stderr), /bash.*fish/u);
      return true;
    },
  );
  const { stdout } = await run('colophon', ['complete', '--', 'import', ''], { env: { ...env, DATA_DIR: '/nowhere' } });
  assert.deepEqual(linesIn(stdout), [':4', 'doi', 'help']);
});
