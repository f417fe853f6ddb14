/** Read models on a MongoDB that is interrupted in mid-write, stalled, down and back: batches are idempotent, and every wait is bounded. */
import assert from 'node:assert/strict';
import { Unavailable } from '../../../../domain/errors.ts';
import { openMongoReadModels } from '../../../../infra/mongodb/rows/index.ts';
import type { Batch, ReadModels } from '../../../../projections/ports.ts';
import { batch, everything, paper, papers, people, PROJECTION } from '../../../contracts/read-models/example.ts';
import type { Cuttable } from '../../../support/cuttable.ts';
import { behindAProxy, onceItIsBack } from '../../../support/mongodb-behind.ts';
import { onMongoDb } from '../../../support/mongodb.ts';
import { suite } from '../../../support/suite.ts';

const ROWS = 300;
const AUTHOR = '0000-0002-1825-0097';
const FIRST_PAGE = { where: everything, limit: ROWS } as const;

const faults = suite('read models in MongoDB');

/** All papers with the text of a year, by one author, whose count is part of the batch. */
const worded = (position: number, year: number): Batch =>
  batch(position, {
    replace: Array.from({ length: ROWS }, (_, n) =>
      paper(`p${String(n).padStart(4, '0')}`, position - ROWS + n + 1, {
        year,
        title: 'x'.repeat(500),
        authors: year % 2 === 0 || n % 3 === 0 ? [AUTHOR] : [],
      }),
    ),
    recounts: [{ into: people, field: 'papers', from: papers, where: [], by: 'authors', keys: [AUTHOR] }],
  });

const everythingIn = async (store: ReadModels): Promise<unknown> => ({
  papers: await store.find(papers, FIRST_PAGE),
  people: await store.find(people, FIRST_PAGE),
  checkpoint: await store.checkpoint(PROJECTION),
});

const begun = async (store: ReadModels): Promise<void> => {
  await store.create(papers, 'now');
  await store.create(people, 'now');
  await store.commit(batch(0, { collection: people, replace: [paper(AUTHOR, 0)] }));
  await store.commit(worded(ROWS, 2020));
};

await onMongoDb('read models in MongoDB', 'survive a server that is interrupted, stalled, down and back', (server) => {
  const behind = (test: (store: ReadModels, proxy: Cuttable) => Promise<void>): Promise<void> =>
    behindAProxy(server, openMongoReadModels, test);

  faults('survive a batch that is interrupted anywhere: after a retry, rows, counts and checkpoint are the same', () =>
    behind(async (store, proxy) => {
      await begun(store);
      const next = worded(2 * ROWS, 2021);
      // In the first rows; in the last ones; in a response.
      for (const cut of [
        () => proxy.cutAfter(2_000),
        () => proxy.cutAfter(150_000),
        () => proxy.cutAnswersAfter(300),
      ]) {
        cut();
        await assert.rejects(store.commit(next), Unavailable);
        proxy.mend();
        assert.equal((await onceItIsBack(() => store.checkpoint(PROJECTION)))?.position, ROWS);
      }
      await onceItIsBack(() => store.commit(next));
      const [rows, count] = [await store.find(papers, FIRST_PAGE), await store.get(people, AUTHOR)];
      assert.deepEqual(rows, next.changes[0]?.replace);
      assert.equal(count?.['papers'], ROWS / 3);
      assert.deepEqual(await store.checkpoint(PROJECTION), next.checkpoint);
      const once = await everythingIn(store);
      await store.commit(next);
      await store.commit(worded(ROWS, 2020));
      assert.deepEqual(await everythingIn(store), once);
    }),
  );

  faults('report a server that is down, and recover without a restart when it is back', () =>
    behind(async (store, proxy) => {
      await begun(store);
      proxy.cut();
      for (const call of [
        () => store.find(papers, FIRST_PAGE),
        () => store.load(papers, ['p0001']),
        () => store.commit(worded(2 * ROWS, 2021)),
      ])
        await assert.rejects(call(), Unavailable);
      proxy.mend();
      assert.equal((await onceItIsBack(() => store.find(papers, FIRST_PAGE))).length, ROWS);
      await onceItIsBack(() => store.commit(worded(2 * ROWS, 2021)));
      assert.equal(await store.count(papers, { all: [{ field: 'year', eq: 2021 }] }), ROWS);
    }),
  );

  faults('complete a call during which the server goes down and comes back', () =>
    behind(async (store, proxy) => {
      await begun(store);
      proxy.cutAnswersAfter(100);
      const found = onceItIsBack(() => store.find(papers, FIRST_PAGE));
      proxy.mend();
      assert.equal((await found).length, ROWS);
    }),
  );

  faults('survive a silent server: no call waits for ever, and the next ones are served', () =>
    behind(async (store, proxy) => {
      await begun(store);
      proxy.stall();
      for (const call of [() => store.count(papers, everything), () => store.commit(worded(2 * ROWS, 2021))])
        await assert.rejects(call(), Unavailable);
      proxy.mend();
      assert.equal(await onceItIsBack(() => store.count(papers, everything)), ROWS);
    }),
  );
});
