/** A disk that fills while readers read: a small file system, which needs root to mount. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/folder.ts';
import { openInstallation } from '../support/installation.ts';
import { addPaper } from '../support/papers.ts';
import { partnerKey, plugIn } from '../support/plug-ins.ts';
import { colophon } from '../support/program.ts';
import { filesIn } from '../support/stores.ts';
import { suite } from '../support/suite.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);

const SIZE = '32m';
const READERS = 20;
/** Of each reader, before and after the disk is full. */
const READS = 15;
const PAPERS = 30;

const full = suite('a disk that fills', { onFilesAlone: 'the data is on a small file system' });

const folder = await full.holds(temporaryFolder());
const disk = path.join(folder.path, 'disk');
await mkdir(disk);
const mounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'colophon-test', disk]).then(
  () => true,
  () => false,
);

/** Takes the rest of the disk. */
const fill = (file: string): void => {
  const to = openSync(file, 'w');
  for (let size = 1024 * 1024; size >= 1;) {
    try {
      writeSync(to, Buffer.alloc(size));
    } catch {
      size = Math.floor(size / 2);
    }
  }
  closeSync(to);
};

const TITLE = `costs none of ${READERS} readers an answer, refuses writes, and accepts them again when there is space`;

/** An installation on the small disk: its credential and key. */
const prepare = async (data: string) => {
  await mkdir(data);
  await using installation = await openInstallation({ matching: false, place: filesIn(data) });
  for (let n = 0; n < PAPERS; n += 1) await addPaper(installation, `10.5555/full.${n}`, { title: `A full disk, ${n}` });
  const { headers: credential } = await plugIn(installation);
  const { headers: key } = await partnerKey(installation, { rateLimitPerMinute: 100_000 });
  await installation.settled();
  return { credential, key };
};

type Keys = Awaited<ReturnType<typeof prepare>>;

const readAndWrite = async (url: string, { credential, key }: Keys): Promise<void> => {
  const ask = async (target: string, init: RequestInit): Promise<number> => {
    const response = await fetch(url + target, init);
    await response.arrayBuffer();
    return response.status;
  };
  const read = (n: number): Promise<number> =>
    n % 2 === 0
      ? ask(`/v1/publications?q=disk&page=${1 + (n % 3)}`, {})
      : ask(`/integrations/v1/works?page=${1 + (n % 3)}`, { headers: credential });
  const reading = async (reader: number): Promise<readonly number[]> => {
    const statuses: number[] = [];
    for (let n = 0; n < READS; n += 1) statuses.push(await read(reader + n));
    return statuses;
  };
  const readAll = async (): Promise<ReadonlySet<number>> =>
    new Set((await Promise.all(Array.from({ length: READERS }, (_, reader) => reading(reader)))).flat());
  const write = (): Promise<number> =>
    ask('/api/ingest', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...key },
      body: JSON.stringify({ orcid_ids: ['0000-0002-1825-0097'] }),
    });

  const meanwhile = readAll();
  const filler = path.join(disk, 'filler');
  fill(filler);
  assert.deepEqual(await meanwhile, new Set([200]));
  // What is free within the files is written first.
  await until(write, (status) => status >= 500);
  assert.deepEqual(await readAll(), new Set([200]));
  rmSync(filler);
  await until(write, (status) => status === 202);
};

if (!mounted) full.skip(TITLE, 'no small file system can be mounted');
else
  full(TITLE, async () => {
    try {
      const data = path.join(disk, 'data');
      const keys = await prepare(data);
      // Counted, but not limited.
      const rates = { PUBLIC_RATE_LIMIT_PER_MINUTE: '100000', INSTALLATION_RATE_LIMIT_PER_MINUTE: '100000' };
      const env = { DATA_DIR: data, PUBLIC_PORT: '0', DASHBOARD_PORT: '0', LOG_LEVEL: 'silent', ...rates };
      const service = colophon(env, ['start']);
      try {
        const [url] = await service.prints(/(?<=listens on )[^\s,]+/u);
        await readAndWrite(url, keys);
      } finally {
        service.kill();
        await service.ended;
      }
    } finally {
      await run('umount', ['--lazy', disk]);
    }
  });
