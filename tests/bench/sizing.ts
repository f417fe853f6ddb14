/**
 * The size of an installation, measured: `npm run build && node --import tsx tests/bench/sizing.ts [EVENTS]`. A seeded history
 * is written, the built program builds its rows, and files, counts and memory are printed.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bootstrap } from '../../commands/bootstrap.ts';
import { openStores } from '../../infra/wiring/stores.ts';
import { randomIds, systemClock } from '../../infra/system.ts';
import { allProjections } from '../../projections/all.ts';
import { people } from '../../projections/catalogue/people.ts';
import { publications } from '../../projections/catalogue/publications.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import { timeline } from '../../projections/timeline/index.ts';
import { BUILT } from '../support/built.ts';
import { writeHistory } from '../support/history.ts';
import { silent } from '../support/installation.ts';

const KIB = 1024;
const TICKS_A_SECOND = 100;
const events = Number(process.argv[2] ?? 100_000);
const folder = await mkdtemp(path.join(tmpdir(), 'colophon-sizing-'));
const stores = await openStores({ dataDir: folder, eventStoreUrl: null, mongodbUrl: null }, silent);
const print = (what: string, value: string | number): void => console.log(`${what.padEnd(34)}${value}`);
const bytesOf = (name: string): number =>
  ['', '-wal'].reduce((sum, end) => {
    const file = path.join(folder, name + end);
    return sum + (existsSync(file) ? statSync(file).size : 0);
  }, 0);

await bootstrap({ events: stores.events, clock: systemClock, ids: randomIds });
let began = performance.now();
const written = await writeHistory(stores.events, { events });
print('events', written);
print('written in, s', ((performance.now() - began) / 1000).toFixed(1));

began = performance.now();
const server = spawn(process.execPath, [BUILT, 'start'], {
  env: {
    PATH: process.env['PATH'],
    DATA_DIR: folder,
    PUBLIC_PORT: '0',
    DASHBOARD_PORT: '0',
    LOG_LEVEL: 'warn',
    HARVEST_INTERVAL_HOURS: '0',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});
try {
  const head = await stores.events.head();
  while (!(await waitForPosition(stores.readModels, allProjections, head, { timeoutMs: 60_000 })));
  print('rows made in, s', ((performance.now() - began) / 1000).toFixed(1));
  const ticks = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  print('processor time of that, s', ((Number(ticks[11]) + Number(ticks[12])) / TICKS_A_SECOND).toFixed(1));
  await pause(10_000);
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  for (const field of ['VmHWM', 'VmRSS'])
    print(`${field}, MiB`, (Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / KIB).toFixed(0));
  for (const collection of [publications, people, timeline])
    print(`rows of ${collection.name}`, await stores.readModels.count(collection, { all: [] }));
  for (const name of ['events.db', 'read.db', 'state.db']) {
    const bytes = bytesOf(name);
    print(`${name}, MiB`, (bytes / KIB / KIB).toFixed(1));
    print(`${name}, bytes an event`, Math.round(bytes / written));
  }
} finally {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
  await stores.close();
  await rm(folder, { recursive: true, force: true });
}
