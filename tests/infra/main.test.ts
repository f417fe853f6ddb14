/** The program as its operator meets it: a process with arguments, an environment, output and an exit code. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BUILT } from '../support/built.ts';
import { suite } from '../support/suite.ts';

type Outcome = { readonly code: number; readonly out: string; readonly err: string };

const colophon = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Outcome> =>
  new Promise((resolve) => {
    const options = { env: { PATH: process.env['PATH'], ...env } };
    const child = execFile(process.execPath, [BUILT, ...args], options, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });

const inFolder = async (test: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'colophon-program-'));
  try {
    await test(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const program = suite('the program');

program('helps', async () => {
  const { code, out } = await colophon(['--help']);
  assert.equal(code, 0);
  for (const command of ['start', 'demo', 'ingest', 'import', 'status'])
    assert.match(out, new RegExp(`\\b${command}\\b`));
});

program('knows what was probably meant', async () => {
  const { code, err } = await colophon(['ingst', '0000-0002-1825-0097']);
  assert.equal(code, 2);
  assert.match(err, /Did you mean ingest\?/);
});

program('stops at a wrong setting with one line that names it', async () => {
  const { code, err } = await colophon(['start'], { PUBLIC_PORT: 'http' });
  assert.equal(code, 1);
  assert.equal(err, 'colophon: PUBLIC_PORT=http is not accepted: expected a whole number from 0 to 65535\n');
});

program('refuses a malformed iD, names it, and queues nothing', () =>
  inFolder(async (DATA_DIR) => {
    const { code, err } = await colophon(['ingest', '0000-0002-1825-0097', '0000-0002-1825-0098'], { DATA_DIR });
    assert.equal(code, 2);
    assert.match(err, /0000-0002-1825-0098/);
    const status = JSON.parse((await colophon(['status', '--json'], { DATA_DIR })).out) as { jobs: unknown };
    assert.deepEqual(status.jobs, {});
  }),
);

program('serves the demo and stops in order', () =>
  inFolder(async (DATA_DIR) => {
    const child = spawn(process.execPath, [BUILT, 'demo'], {
      env: { PATH: process.env['PATH'], DATA_DIR, PUBLIC_PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    try {
      let out = '';
      for await (const chunk of child.stdout) {
        out += String(chunk);
        if (out.includes('Ctrl-C')) break;
      }
      const [address = ''] = /http:\/\/127\.0\.0\.1:\d+\/v1\/publications/.exec(out) ?? [];
      const { total } = (await (await fetch(address)).json()) as { total: number };
      assert.ok(total > 10);
      const { origin } = new URL(address);
      const contract = (await (await fetch(`${origin}/openapi.json`)).json()) as { servers: readonly unknown[] };
      assert.deepEqual(contract.servers[0], { url: origin });
      assert.equal((await fetch(`${origin}/docs`)).status, 200);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null]);
    } finally {
      child.kill('SIGKILL');
    }
  }),
);
