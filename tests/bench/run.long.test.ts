/** An interrupted run of the benches leaves nothing behind: no files, no process. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { script } from '../support/script.ts';
import { suite } from '../support/suite.ts';

const RUN = script('run', import.meta.url);

const run = (folder: string, ...args: readonly string[]) =>
  spawn(process.execPath, [...RUN.execArgv, RUN.file, '--no-write', ...args], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const left = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith('colophon-bench-'));

const benches = suite('a run of the benches');

benches('removes its files when it is interrupted, and ends the processes that it has started', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'colophon-interrupted-'));
  // Far more than is written before the interruption.
  const child = run(folder, 'listings', '--size', '10000000');
  try {
    for await (const line of createInterface(child.stderr)) if (line.includes('filling')) break;
    assert.equal((await left(folder)).length, 1);
    // The pipe is shared by all processes that it has started, so its end is theirs.
    const ended = once(child.stdout.resume(), 'close');
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number | null];
    await ended;
    assert.equal(code, 130);
    assert.deepEqual(await left(folder), []);
  } finally {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});

benches('lists the benches when the name is unknown', async () => {
  const child = run(tmpdir(), 'apends');
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  assert.equal(code, 2);
  assert.match(complaint, /there is no bench apends; there are log, /);
});
