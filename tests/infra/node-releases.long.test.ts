/** The releases of Node that Colophon runs on: what depends on Node is tried on each of them. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/folder.ts';
import { suite } from '../support/suite.ts';

const run = promisify(execFile);

const MAJORS = ['20', '22', '24'];

/** Processes and threads, the native database, HTTP on both sides, backups, and what memory large records take. */
const FILES = [
  'tests/api/public.test.ts',
  'tests/infra/cli/backups/',
  'tests/infra/main.gate.test.ts',
  'tests/infra/providers/',
  'tests/infra/sqlite/',
  'tests/infra/wiring/threads/',
  'tests/workers/rebuild/',
];

const HERE = process.versions.node.split('.')[0];
const PACKAGE = `node-${process.platform}-${process.arch}`;

const releases = suite('a release of Node', { timeoutMs: 1_200_000 });

/** Puts the binary into the folder. Null if the registry cannot be asked, or has none for this machine. */
const binaryIn = async (folder: string, major: string): Promise<string | null> => {
  try {
    await mkdir(folder);
    const options = ['--silent', '--pack-destination', folder];
    const { stdout } = await run('npm', ['pack', `${PACKAGE}@${major}`, ...options], { timeout: 300_000 });
    await run('tar', ['xzf', path.join(folder, stdout.trim()), '-C', folder, '--strip-components=1']);
    return path.join(folder, 'bin');
  } catch {
    return null;
  }
};

const folder = await releases.holds(temporaryFolder());

for (const major of MAJORS.filter((each) => each !== HERE)) {
  const title = `runs Colophon: ${major}`;
  const bin = await binaryIn(path.join(folder.path, major), major);
  if (bin === null) {
    releases.skip(title, `npm has no ${PACKAGE}, or does not answer`);
    continue;
  }
  releases(title, async () => {
    const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}` };
    const { stdout: version } = await run('node', ['--version'], { env });
    assert.ok(version.startsWith(`v${major}.`), version);
    const args = ['--import', 'tsx', 'tests/support/run.ts', ...FILES];
    const { stdout } = await run('node', args, { env, maxBuffer: 64 * 1024 ** 2 }).catch(
      (error: Error & { readonly stdout?: string }) => assert.fail(error.stdout ?? error.message),
    );
    assert.match(stdout, /^\d+ passed, 0 failed, \d+ skipped$/mu);
  });
}
