/** Several processes on one file: none sees half a commit, none starves, and a killed one leaves nothing torn. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { equal, is, ok } from 'uvu/assert';
import { openSqliteReadModels } from '../../../../infra/sqlite/rows/index.ts';
import type { ReadModels } from '../../../../projections/ports.ts';
import { script } from '../../../support/script.ts';
import { suite } from '../../../support/suite.ts';
import { numbersIn, shelf, shelfBatch } from './processes/shelf.ts';

const processes = suite('several processes on one file');

const folder = mkdtempSync(path.join(tmpdir(), 'colophon-processes-'));
processes.after(() => rmSync(folder, { recursive: true, force: true }));

const ROWS = 200;

const WRITER = script('processes/writer', import.meta.url);

const writer = (file: string, name: string, last?: number): ChildProcess =>
  fork(WRITER.file, [file, name, String(ROWS), ...(last === undefined ? [] : [String(last)])], {
    execArgv: [...WRITER.execArgv],
  });

/** Settles when the writer has reported a commit after `n`. */
const wroteAfter = (child: ChildProcess, n: number): Promise<number> =>
  new Promise((resolve, reject) => {
    child.on('message', (position) => Number(position) > n && resolve(Number(position)));
    child.once('exit', (code) => reject(new Error(`the writer ended with ${code}`)));
  });

const open = (name: string): Promise<ReadModels> => openSqliteReadModels({ file: path.join(folder, name) });

processes('write side by side to the end, and readers see each commit whole', async () => {
  const file = path.join(folder, 'side.db');
  const store = await open('side.db');
  const names = ['one_v1', 'two_v1', 'three_v1'];
  for (const name of names) await store.create(shelf(name), 'now');
  const writers = names.map((name) => writer(file, name, 60));
  const ended = Promise.all(writers.map(async (child) => (await once(child, 'exit'))[0] as unknown));
  let isOver = false;
  void ended.then(() => (isOver = true));
  const seen = new Set<unknown>();
  while (!isOver)
    for (const name of names) {
      const answers = await numbersIn(store, name);
      ok(answers.length <= 1, `half a commit: ${answers.join(', ')}`);
      for (const answer of answers) seen.add(answer);
      await new Promise(setImmediate);
    }
  equal(await ended, [0, 0, 0]);
  ok(seen.size > 3, 'the reader saw several commits');
  for (const name of names) {
    equal(await store.checkpoint(name), { position: 60, phase: 'live' });
    equal(await numbersIn(store, name), [60]);
  }
  await store.close();
});

processes('leave nothing torn when killed in mid-commit, and continue from there', async () => {
  const file = path.join(folder, 'killed.db');
  const store = await open('killed.db');
  let position = 0;
  for (let round = 0; round < 5; round += 1) {
    const child = writer(file, 'shelf_v1');
    position = await wroteAfter(child, position + round);
    child.removeAllListeners();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const checkpoint = (await store.checkpoint('shelf_v1'))?.position ?? 0;
    ok(checkpoint >= position, 'acknowledged commits are stored');
    equal(await numbersIn(store, 'shelf_v1'), [checkpoint]);
    is(await store.count(shelf('shelf_v1'), { all: [], terms: [`w${checkpoint}x`] }), ROWS);
    is(await store.count(shelf('shelf_v1'), { all: [{ field: 'tags', contains: `t${checkpoint}` }] }), ROWS);
    await store.commit(shelfBatch('shelf_v1', checkpoint, ROWS));
    equal(await numbersIn(store, 'shelf_v1'), [checkpoint]);
    position = checkpoint;
  }
  await store.close();
});
