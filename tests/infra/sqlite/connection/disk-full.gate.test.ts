/** A full disk: writes are refused with a reason, reads continue, and it recovers without a restart. */
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { script } from '../../../support/script.ts';
import { suite } from '../../../support/suite.ts';

const WRITER = script('disk-full/writer', import.meta.url);
/** The maximum size of any file, in the 1 KiB blocks of `ulimit -f`. */
const MOST_KIB = 2_000;

const missing = (): string | null => {
  try {
    execFileSync('prlimit', ['--version']);
    return null;
  } catch {
    return 'there is no prlimit, which removes the file size limit of a running process';
  }
};

const ask = async (writer: ChildProcess, what: string): Promise<unknown> => {
  writer.send(what);
  return ((await once(writer, 'message')) as readonly unknown[])[0];
};

const full = suite('a full disk');
const reason = missing();
if (reason !== null) full.skip('refuses writes and recovers', reason);
else
  full('refuses writes, loses nothing acknowledged, and accepts them again when there is space', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'colophon-full-'));
    // Like a full disk, a file at its limit fails a write in the middle; the signal that comes with it is ignored.
    const limited = `trap '' XFSZ; ulimit -S -f ${MOST_KIB}; exec "$0" "$@"`;
    const writer = spawn('bash', ['-c', limited, process.execPath, ...WRITER.execArgv, WRITER.file, folder], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    try {
      await once(writer, 'message');
      let written = 0;
      let last: unknown = 'done';
      for (; last === 'done' && written < 200;) {
        last = await ask(writer, 'append');
        if (last === 'done') written += 1;
      }
      assert.equal(last, 'unavailable');
      assert.ok(written > 3, `${written} were written`);
      for (let tries = 0; tries < 3; tries += 1) assert.equal(await ask(writer, 'append'), 'unavailable');
      assert.equal(await ask(writer, 'read'), written);

      await promisify(execFile)('prlimit', ['--pid', String(writer.pid), '--fsize=unlimited']);
      assert.equal(await ask(writer, 'append'), 'done');
      assert.equal(await ask(writer, 'put'), 'done');
      assert.equal(await ask(writer, 'read'), written + 1);
    } finally {
      writer.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  });
