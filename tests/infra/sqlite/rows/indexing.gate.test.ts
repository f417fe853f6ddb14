/** Indexing may be interrupted at any point, and runs beside writers and readers. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { is, ok } from 'uvu/assert';
import { openDatabase } from '../../../../infra/sqlite/connection/database.ts';
import { openSqliteReadModels } from '../../../../infra/sqlite/rows/index.ts';
import type { ReadModels } from '../../../../projections/ports.ts';
import { batch, paper, papers } from '../../../contracts/read-models/example.ts';
import { script } from '../../../support/script.ts';
import { suite } from '../../../support/suite.ts';

const indexing = suite('indexing a collection');

const COUNT = 30_000;
const folder = mkdtempSync(path.join(tmpdir(), 'colophon-indexing-'));
indexing.after(() => rmSync(folder, { recursive: true, force: true }));

const filled = async (file: string): Promise<ReadModels> => {
  const store = await openSqliteReadModels({ file });
  await store.create(papers, 'later');
  for (let from = 0; from < COUNT; from += 3_000)
    await store.commit(
      batch(from + 3_000, {
        phase: 'filling',
        replace: Array.from({ length: 3_000 }, (_, n) =>
          paper(`p${from + n}`, from + n + 1, { year: n, authors: [`x${n % 10}`], terms: ['word', `w${n}`] }),
        ),
      }),
    );
  return store;
};

const check = async (store: ReadModels, words: number, tenth: number): Promise<void> => {
  is(await store.count(papers, { all: [], terms: ['word'] }), words);
  is(await store.count(papers, { all: [{ field: 'authors', contains: 'x3' }] }), tenth);
};

indexing('resumes where a killed process left it', async () => {
  const file = path.join(folder, 'killed.db');
  const store = await filled(file);
  const db = await openDatabase({ file, synchronous: 'NORMAL', what: 'read models' });
  const progress = db.prepare('SELECT indexed_to FROM collections').raw();
  const indexedTo = (): number => (progress.all() as [number][])[0]?.[0] ?? 0;
  const indexer = script('processes/indexer', import.meta.url);
  const child = fork(indexer.file, [file], { execArgv: [...indexer.execArgv] });
  while (indexedTo() === 0) await nextTurn();
  child.kill('SIGKILL');
  await once(child, 'exit');
  await check(store, COUNT, COUNT / 10);
  ok(indexedTo() > 0);
  await Promise.all([store.index(papers), store.index(papers)]);
  is(indexedTo(), Number.MAX_SAFE_INTEGER);
  await check(store, COUNT, COUNT / 10);
  db.close();
  await store.close();
});

indexing('misses nothing that is written while it runs, before or after its position', async () => {
  const file = path.join(folder, 'meanwhile.db');
  const store = await filled(file);
  const writer = await openSqliteReadModels({ file });
  let isOver = false;
  const indexed = store.index(papers).then(() => (isOver = true));
  let position = COUNT;
  let added = 0;
  const touched = new Set<number>();
  while (!isOver) {
    position += 1;
    added += 1;
    // Rows throughout the collection lose the author and get another word; new ones have both.
    const changed = (position * 7919) % COUNT;
    touched.add(changed);
    await writer.commit(
      batch(position, {
        replace: [
          paper(`p${changed}`, position, { terms: ['other'] }),
          paper(`new${position}`, position, { authors: ['x3', 'new'], terms: ['word', 'new'] }),
        ],
      }),
    );
    await nextTurn();
  }
  await indexed;
  ok(added > 5, 'there were writes in between');
  const lost = [...touched].filter((n) => n % 10 === 3).length;
  await check(store, COUNT - touched.size + added, COUNT / 10 - lost + added);
  is(await store.count(papers, { all: [], terms: ['other'] }), touched.size);
  is(await writer.count(papers, { all: [{ field: 'authors', contains: 'new' }] }), added);
  is((await store.find(papers, { where: { all: [], terms: ['new'] }, limit: 1 })).length, 1);
  await writer.close();
  await store.close();
});
