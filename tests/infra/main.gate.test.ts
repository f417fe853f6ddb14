/** The program as an operator uses it: a process with arguments, an environment, output and an exit code. */
import assert from 'node:assert/strict';
import { spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { BUILT } from '../support/built.ts';
import { colophon as run, type Ended } from '../support/program.ts';
import { suite } from '../support/suite.ts';
import { closing } from '../support/closing.ts';
import { inFolder } from '../support/folder.ts';

const colophon = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  run(env, args).ended;

const program = suite('the program');

program('prints its help', async () => {
  const { code, out } = await colophon(['--help']);
  assert.equal(code, 0);
  for (const command of ['start', 'demo', 'ingest', 'import', 'status'])
    assert.match(out, new RegExp(`\\b${command}\\b`));
});

program('loads no provider, job or server client for a command that is named', () =>
  inFolder(async (NODE_V8_COVERAGE) => {
    for (const command of ['workspaces', 'sessions'])
      assert.equal((await colophon([command, '--help'], { NODE_V8_COVERAGE })).code, 0);
    const reports = await readdir(NODE_V8_COVERAGE);
    assert.ok(reports.length > 0);
    for (const report of reports) {
      const { result } = JSON.parse(await readFile(path.join(NODE_V8_COVERAGE, report), 'utf8')) as {
        readonly result: readonly { readonly url: string }[];
      };
      const files = result.flatMap(({ url }) => (url.startsWith('file:') ? [fileURLToPath(url)] : []));
      assert.ok(files.some((file) => file.endsWith('/infra/main.js')));
      // A bundle states the source of each of its modules.
      const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
      const loaded = [...files, ...texts.flatMap((text) => text.match(/^\/\/ \S+\.[cm]?[jt]s$/gmu) ?? [])];
      assert.ok(loaded.includes('// infra/main.ts'));
      const unneeded = /\/ (?:infra\/providers|workers\/ingestion)\/|node_modules\/(?:undici|mongodb)\//;
      assert.deepEqual(
        loaded.filter((name) => unneeded.test(name)),
        [],
      );
    }
  }),
);

program('names its version, and the commit that it was built from', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { readonly version: string };
  const { code, out } = await colophon(['--version']);
  assert.equal(code, 0);
  const commit = /^(?:(\S+) \((\S+)\)|(\S+))\n$/u.exec(out);
  assert.equal(commit?.[1] ?? commit?.[3], version);
  if (existsSync('.git')) assert.match(commit?.[2] ?? '', /^[\da-f]{7,40}(-dirty)?$/u);
});

program('suggests the closest command', async () => {
  const { code, err } = await colophon(['ingst', '0000-0002-1825-0097']);
  assert.equal(code, 2);
  assert.match(err, /Did you mean ingest\?/);
});

program('stops at an invalid setting with one line that names it', async () => {
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
    assert.equal(status.jobs, null);
  }),
);

program('does not report an absence of jobs while their rows lag', () =>
  inFolder(async (DATA_DIR) => {
    await colophon(['workspaces', 'create', 'library'], { DATA_DIR });
    const status = JSON.parse((await colophon(['status', '--json'], { DATA_DIR })).out) as { jobs: unknown };
    assert.equal(status.jobs, null);
    assert.match((await colophon(['status'], { DATA_DIR })).out, /^jobs {10}not known until ingestions is live$/mu);
  }),
);

program('creates nothing if it only reads, and names the folder', () =>
  inFolder(async (folder) => {
    const DATA_DIR = path.join(folder, 'mistyped');
    const { code, err } = await colophon(['status'], { DATA_DIR });
    assert.equal(code, 1);
    assert.ok(err.startsWith(`colophon: DATA_DIR=${DATA_DIR} does not exist`), err);
    assert.deepEqual(await readdir(folder), []);
  }),
);

program('continues when the reader of its output has gone', async () => {
  const child = spawn(process.execPath, [BUILT, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const [, err] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  assert.deepEqual([child.exitCode, err], [0, '']);
});

program('leaves whole files without a write-ahead log when stopped', () =>
  inFolder(async (DATA_DIR) => {
    await using service = closing(
      run({ DATA_DIR, PUBLIC_PORT: '0', DASHBOARD_PORT: '0', LOG_LEVEL: 'silent' }, ['start']),
    );
    await service.prints(/its dashboard on/u);
    assert.equal((await service.stop('SIGTERM')).code, 0);
    assert.deepEqual((await readdir(DATA_DIR)).sort(), ['events.db', 'read.db', 'state.db']);
  }),
);

/** Accepts no byte, like a full disk. */
const FULL = '/dev/full';
const UNWRITABLE = 'reports output that cannot be written, and keeps serving without a log';
if (!existsSync(FULL)) program.skip(UNWRITABLE, `there is no ${FULL}`);
else
  program(UNWRITABLE, () =>
    inFolder(async (DATA_DIR) => {
      const full = openSync(FULL, 'w');
      const own = { DATA_DIR, PUBLIC_PORT: '0', DASHBOARD_PORT: '0', HARVEST_INTERVAL_HOURS: '0' };
      const env = { PATH: process.env['PATH'], ...own };
      const spawned = (args: readonly string[], stdio: StdioOptions) =>
        spawn(process.execPath, [BUILT, ...args], { env, stdio });
      await using service = closing(spawned(['start'], ['ignore', 'pipe', full]));
      const served = once(service, 'exit');
      const [line] = (await once(service.stdout ?? assert.fail(), 'data')) as [Buffer];
      const [address] = /http:[^,]+/u.exec(line.toString()) ?? assert.fail(line.toString());
      // Each response is a line of the log.
      for (let n = 0; n < 3; n += 1) assert.equal((await fetch(`${address}/health`)).status, 200);
      const status = spawned(['status'], ['ignore', full, 'pipe']);
      const [complaint] = await Promise.all([text(status.stderr ?? assert.fail()), once(status, 'exit')]);
      assert.match(complaint, /^colophon: the output could not be written: ENOSPC[^\n]*\n$/u);
      assert.equal(status.exitCode, 1);
      service.kill();
      assert.deepEqual(await served, [0, null]);
      closeSync(full);
    }),
  );

program('names the variable of a port in use, before any other work', async () => {
  await using other = closing(createServer().listen(0, '127.0.0.1'));
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const free = { PUBLIC_PORT: '0', DASHBOARD_PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'silent' };
  for (const variable of Object.keys(free).filter((name) => name.endsWith('_PORT')))
    await inFolder(async (DATA_DIR) => {
      const { code, err } = await colophon(['start'], { ...free, DATA_DIR, [variable]: String(port) });
      assert.equal(code, 1);
      assert.equal(
        err,
        `colophon: ${variable}=${port} is already in use on 127.0.0.1. Stop the other program, or set ${variable} to another port\n`,
      );
      assert.deepEqual(await readdir(DATA_DIR), []);
    });
});
