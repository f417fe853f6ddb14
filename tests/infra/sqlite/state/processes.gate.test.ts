/** Several processes on one state file: no count is lost, no killed writer does harm, and expired records are removed. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { equal, is, ok } from 'uvu/assert';
import { openDatabase } from '../../../../infra/sqlite/connection/database.ts';
import { openSqliteState } from '../../../../infra/sqlite/state/index.ts';
import { script } from '../../../support/script.ts';
import { suite } from '../../../support/suite.ts';

const state = suite('an embedded state file');

const folder = mkdtempSync(path.join(tmpdir(), 'colophon-state-'));
state.after(() => rmSync(folder, { recursive: true, force: true }));

const COUNTER = script('processes/counter', import.meta.url);

const counter = (file: string, times: number): ChildProcess =>
  fork(COUNTER.file, [file, String(times)], { execArgv: [...COUNTER.execArgv] });

const countsFrom = (child: ChildProcess): number[] => {
  const values: number[] = [];
  child.on('message', (value) => values.push(Number(value)));
  return values;
};

state('loses no count of several processes', async () => {
  const file = path.join(folder, 'counts.db');
  const counters = [counter(file, 400), counter(file, 400), counter(file, 400)];
  const answers = counters.map(countsFrom);
  // Messages of a process arrive before its channel is closed, but not always before it is known to have exited.
  const ended = counters.map((child) => Promise.all([once(child, 'exit'), once(child, 'disconnect')]));
  equal(
    (await Promise.all(ended)).map(([[code]]) => code as unknown),
    [0, 0, 0],
  );
  is(new Set(answers.flat()).size, 1_200);
  const store = await openSqliteState({ file });
  is((await store.get('count/all'))?.value, 1_200);
  await store.close();
});

state('keeps every acknowledged count of a process that is killed', async () => {
  const file = path.join(folder, 'killed.db');
  const store = await openSqliteState({ file });
  for (let round = 1; round <= 3; round += 1) {
    const child = counter(file, 1_000_000);
    const values = countsFrom(child);
    await once(child, 'message');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const counted = Number((await store.get('count/all'))?.value);
    const last = values.at(-1) ?? Infinity;
    ok(counted >= last, `${counted} after ${last} was acknowledged`);
    is((await store.increment('count/all', 1, 1)).value, counted + 1);
  }
  await store.close();
});

state('removes expired records on its own', async () => {
  const file = path.join(folder, 'swept.db');
  const store = await openSqliteState({ file });
  for (let n = 0; n < 500; n += 1) await store.put(`short/${n}`, n, { ttlMs: 1 });
  const db = await openDatabase({ file, synchronous: 'NORMAL', what: 'state' });
  const rows = db.prepare('SELECT count(*) FROM records').raw();
  const left = (): number => (rows.all() as [number][])[0]?.[0] ?? 0;
  while (left() > 1) {
    await store.put('kept', true);
    await pause(20);
  }
  is((await store.get('kept'))?.value, true);
  db.close();
  await store.close();
});
