/** MongoDB cut off in mid-write, stalled, away and back: a batch may be applied again, and every wait is bounded. */
import assert from 'node:assert/strict';
import { MongoClient } from 'mongodb';
import { Unavailable } from '../../../../domain/errors.ts';
import { openMongoReadModels } from '../../../../infra/readmodels/mongodb/index.ts';
import { allProjections } from '../../../../projections/all.ts';
import type { Batch, ReadModels } from '../../../../projections/ports.ts';
import { batch, everything, paper, papers, PROJECTION } from '../../../contracts/read-models/example.ts';
import { cuttable, type Cuttable } from '../../../support/cuttable.ts';
import { freshDatabase, mongodbUnderTest } from '../../../support/mongodb.ts';
import { suite } from '../../../support/suite.ts';

const ROWS = 500;
const TIMEOUT_MS = 1_500;

const server = await mongodbUnderTest();
const faults = suite('read models in MongoDB');

if ('reason' in server) faults.skip('survive faults', server.reason);
else {
  const { url } = server;
  const { hostname, port } = new URL(url);
  const behind = async (test: (store: ReadModels, proxy: Cuttable) => Promise<void>): Promise<void> => {
    const proxy = await cuttable({ host: hostname, port: Number(port) });
    const database = freshDatabase();
    const store = await openMongoReadModels({
      url: `mongodb://127.0.0.1:${proxy.port}/?directConnection=true&serverSelectionTimeoutMS=500`,
      database,
      timeoutMs: TIMEOUT_MS,
    });
    try {
      await test(store, proxy);
    } finally {
      await store.close();
      await proxy.close();
      const client = await MongoClient.connect(url);
      await client.db(database).dropDatabase();
      await client.close();
    }
  };

  const large = (position: number, year: number): Batch =>
    batch(position, {
      replace: Array.from({ length: ROWS }, (_, n) =>
        paper(`p${String(n).padStart(4, '0')}`, position - ROWS + n + 1, { year, title: 'x'.repeat(500) }),
      ),
    });

  faults('apply a batch again that was cut off in the middle, and no row is short or twice', () =>
    behind(async (store, proxy) => {
      await store.create(papers, 'now');
      await store.commit(large(ROWS, 2020));
      for (const bytes of [2_000, 60_000, 200_000]) {
        proxy.cutAfter(bytes);
        await assert.rejects(store.commit(large(2 * ROWS, 2021)), Unavailable);
        proxy.mend();
        assert.notEqual((await store.checkpoint(PROJECTION))?.position, 2 * ROWS);
      }
      await store.commit(large(2 * ROWS, 2021));
      assert.equal((await store.checkpoint(PROJECTION))?.position, 2 * ROWS);
      assert.equal(await store.count(papers, everything), ROWS);
      assert.equal(await store.count(papers, { all: [{ field: 'year', eq: 2021 }] }), ROWS);
    }),
  );

  faults('say that the server is away, and serve again when it is back', () =>
    behind(async (store, proxy) => {
      await store.create(papers, 'now');
      await store.commit(large(ROWS, 2020));
      proxy.cut();
      await assert.rejects(store.find(papers, { where: everything, limit: 10 }), Unavailable);
      await assert.rejects(store.checkpoint(PROJECTION), Unavailable);
      proxy.mend();
      assert.equal((await store.find(papers, { where: everything, limit: 10 })).length, 10);
    }),
  );

  faults('wait for a server that says nothing only so long', () =>
    behind(async (store, proxy) => {
      await store.create(papers, 'now');
      proxy.stall();
      await assert.rejects(store.count(papers, everything), Unavailable);
    }),
  );

  const explaining = suite('every declared index of MongoDB');
  const client = await MongoClient.connect(url);
  const database = client.db(freshDatabase());
  const canExplain = await database
    .collection('probe')
    .find({})
    .explain()
    .then((plan) => JSON.stringify(plan).includes('winningPlan'))
    .catch(() => false);
  await client.close();
  if (!canExplain) explaining.skip('is used by the query it is for', 'this server offers no explain');
  else
    explaining('is used by the query it is for', async () => {
      const name = freshDatabase();
      const store = await openMongoReadModels({ url, database: name });
      const asking = await MongoClient.connect(url);
      try {
        for (const { collection } of allProjections.flatMap(({ folds }) => folds)) {
          await store.create(collection, 'now');
          for (const { equal, sort } of collection.indexes) {
            const filter = Object.fromEntries(equal.map((field) => [field, 'x']));
            const found = asking.db(name).collection(collection.name).find(filter);
            const plan = await (sort === undefined ? found : found.sort({ [sort]: -1, _id: 1 })).explain();
            const text = JSON.stringify(plan);
            assert.ok(!text.includes('COLLSCAN') || equal.length === 0, `${collection.name} ${equal.join()} ${sort}`);
            assert.ok(!text.includes('"stage":"SORT"'), `${collection.name} sorts ${sort} in memory`);
          }
        }
      } finally {
        await asking.db(name).dropDatabase();
        await asking.close();
        await store.close();
      }
    });
}
