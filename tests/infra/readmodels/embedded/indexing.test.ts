/** Indexing may be cut off at any point, and goes on beside writers and readers. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { is, ok } from 'uvu/assert';
import { openDatabase, type Connection } from '../../../../infra/embedded/database.ts';
import { openEmbeddedReadModels } from '../../../../infra/readmodels/embedded/index.ts';
import type { ReadModels } from '../../../../projections/ports.ts';
import { batch, paper, papers } from '../../../contracts/read-models/example.ts';
import { suite } from '../../../support/suite.ts';

const indexing = suite('indexing a collection');

const COUNT = 30_000;
const folder = mkdtempSync(path.join(tmpdir(), 'colophon-indexing-'));
indexing.after(() => rmSync(folder, { recursive: true, force: true }));

/** `live`: written as nobody does who makes rows, so that nothing is indexed ahead. */
const filled = async (file: string, phase: 'filling' | 'live'): Promise<ReadModels> => {
  const store = await openEmbeddedReadModels({ file });
  await store.create(papers, 'later');
  for (let from = 0; from < COUNT; from += 3_000)
    await store.commit(
      batch(from + 3_000, {
        phase,
        replace: Array.from({ length: 3_000 }, (_, n) =>
          paper(`p${from + n}`, from + n + 1, { year: n, authors: [`x${n % 10}`], terms: ['word', `w${n}`] }),
        ),
      }),
    );
  return store;
};

const indexedIn = (db: Connection): (() => number) => {
  const progress = db.prepare('SELECT indexed_to FROM collections').raw();
  return () => (progress.all() as [number][])[0]?.[0] ?? 0;
};

const check = async (store: ReadModels, words: number, tenth: number): Promise<void> => {
  is(await store.count(papers, { all: [], terms: ['word'] }), words);
  is(await store.count(papers, { all: [{ field: 'authors', contains: 'x3' }] }), tenth);
};

indexing('is taken up where a killed process left it', async () => {
  const file = path.join(folder, 'killed.db');
  const store = await filled(file, 'live');
  const db = await openDatabase({ file, synchronous: 'NORMAL', what: 'read models' });
  const indexedTo = indexedIn(db);
  const child = fork(fileURLToPath(new URL('processes/indexer.ts', import.meta.url)), [file], {
    execArgv: ['--import', 'tsx'],
  });
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

indexing('misses nothing that is written meanwhile, on either side of where it is', async () => {
  const file = path.join(folder, 'meanwhile.db');
  const store = await filled(file, 'live');
  const writer = await openEmbeddedReadModels({ file });
  let isOver = false;
  const indexed = store.index(papers).then(() => (isOver = true));
  let position = COUNT;
  let added = 0;
  const touched = new Set<number>();
  while (!isOver) {
    position += 1;
    added += 1;
    // Rows all over the collection lose the author and get another word; new ones come with both.
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
  ok(added > 5, 'writes came between');
  const lost = [...touched].filter((n) => n % 10 === 3).length;
  await check(store, COUNT - touched.size + added, COUNT / 10 - lost + added);
  is(await store.count(papers, { all: [], terms: ['other'] }), touched.size);
  is(await writer.count(papers, { all: [{ field: 'authors', contains: 'new' }] }), added);
  is((await store.find(papers, { where: { all: [], terms: ['new'] }, limit: 1 })).length, 1);
  await writer.close();
  await store.close();
});

indexing('goes on while rows are made in bulk, and keeps up with those that are written again', async () => {
  const file = path.join(folder, 'ahead.db');
  const store = await filled(file, 'filling');
  const db = await openDatabase({ file, synchronous: 'NORMAL', what: 'read models' });
  const ahead = indexedIn(db)();
  ok(ahead > COUNT / 2 && ahead < COUNT, `indexed up to ${ahead}`);
  // On either side of where it is: a row in three loses the author and the word, and one in a hundred goes.
  const again = Array.from({ length: COUNT / 3 }, (_, n) => 3 * n);
  const gone = Array.from({ length: COUNT / 100 }, (_, n) => 100 * n + 1);
  for (let from = 0; from < again.length; from += 1_000)
    await store.commit(
      batch(COUNT + 1, {
        phase: 'filling',
        replace: again.slice(from, from + 1_000).map((n) => paper(`p${n}`, COUNT + 1, { terms: ['other'] })),
      }),
    );
  await store.commit(
    batch(COUNT + 2, { phase: 'filling', remove: gone.map((n) => ({ id: `p${n}`, position: COUNT + 2 })) }),
  );
  await store.index(papers);
  const left = Array.from({ length: COUNT }, (_, n) => n).filter((n) => n % 3 !== 0 && n % 100 !== 1);
  await check(store, left.length, left.filter((n) => n % 10 === 3).length);
  const others = again.filter((n) => n % 100 !== 1).length;
  is(await store.count(papers, { all: [], terms: ['other'] }), others);
  is((await store.find(papers, { where: { all: [], terms: ['other'] }, limit: COUNT })).length, others);
  db.close();
  await store.close();
});
