/** Listings in MongoDB use the indexes that the projections declare. */
import { collectionsOf } from '../../../../projections/define.ts';
import assert from 'node:assert/strict';
import { MongoClient } from 'mongodb';
import type { RowDocument } from '../../../../infra/mongodb/rows/documents.ts';
import { openMongoReadModels } from '../../../../infra/mongodb/rows/index.ts';
import { findDocuments, pairsIn } from '../../../../infra/mongodb/rows/reading.ts';
import { allProjections } from '../../../../projections/all.ts';
import type { Collection, Find, Row, TermPrefix } from '../../../../projections/ports.ts';
import { freshDatabase, mongodbUnderTest, inFreshDatabase } from '../../../support/mongodb.ts';
import { explaining, explains, stagesOf } from '../../../support/mongodb-plans.ts';
import { suite } from '../../../support/suite.ts';
import { closing } from '../../../support/closing.ts';

const ROWS = 300;
const PAGE = 20;
const LIMITS = { signal: new AbortController().signal, maxTimeMS: 60_000 };
/** Every compared field is present in every row, so that only an index in the order of the listing saves a sort. */
const COMMON = 'common';

const collections = allProjections.flatMap(collectionsOf);

/** Rows of which half lack the fields that listings sort by. */
const rowsFor = ({ indexes, arrays = [] }: Collection): readonly Row[] => {
  const compared = new Set(indexes.flatMap(({ equal }) => equal));
  const sorted = indexes.flatMap(({ sort }) => (sort === undefined || compared.has(sort) ? [] : [sort]));
  return Array.from({ length: ROWS }, (_, n) => ({
    ...Object.fromEntries(sorted.map((field) => [field, n % 2 === 0 ? n : null])),
    ...Object.fromEntries([...compared].map((field) => [field, arrays.includes(field) ? [COMMON, `${n}`] : COMMON])),
    terms: [`term${n}`],
    id: `row${n}`,
    position: n,
  }));
};

/** For each declared index the listings that it is for. */
const listingsOf = ({ indexes, arrays = [] }: Collection): readonly Find[] =>
  indexes.flatMap(({ equal, sort = 'id', dir: only, asked = only }) => {
    const all = equal.map((field) => (arrays.includes(field) ? { field, contains: COMMON } : { field, eq: COMMON }));
    return (['asc', 'desc'] as const)
      .filter((dir) => (asked ?? dir) === dir)
      .map((dir): Find => ({ where: { all }, sort: { field: sort, dir }, limit: PAGE }));
  });

/** By one prefix, by any of several, and by more than fit in one pattern. */
const searches: readonly TermPrefix[] = [
  'term1',
  ['term1', 'term2'],
  Array.from({ length: 3_000 }, (_, n) => `none${n}`),
];

const plans = suite('a query of MongoDB');

plans('is judged by the winning plan, on every shard', () => {
  const found = { stage: 'FETCH', inputStage: { stage: 'IXSCAN' } };
  const winningPlan = { stage: 'SHARD_MERGE', shards: [{ winningPlan: found, rejectedPlans: [{ stage: 'SORT' }] }] };
  assert.deepEqual(stagesOf({ queryPlanner: { winningPlan, rejectedPlans: [{ stage: 'COLLSCAN' }] } }), [
    'SHARD_MERGE',
    'FETCH',
    'IXSCAN',
  ]);
});

const server = await mongodbUnderTest();
const why = async (url: string): Promise<string | null> => {
  await using client = closing(await MongoClient.connect(url));
  return (await explains(client.db(freshDatabase()).collection('rows')))
    ? null
    : 'this server does not support explain';
};
const reason = 'reason' in server ? server.reason : await why(server.url);

if ('reason' in server || reason !== null)
  plans.skip('uses a declared index to find and sort, for every listing', reason ?? '');
else {
  const { name: database } = await plans.holds(inFreshDatabase(server.url));
  const client = await plans.holds(MongoClient.connect(server.url));

  for (const collection of collections)
    plans(`uses an index to find and sort ${collection.name}, for every listing`, async () => {
      await using store = closing(await openMongoReadModels({ url: server.url, database }));
      await store.create(collection, 'now');
      const changes = [{ collection, replace: rowsFor(collection) }];
      const checkpoint = { position: ROWS, phase: 'live' } as const;
      await store.commit({ projection: collection.name, changes, recounts: [], checkpoint });
      const rows = client.db(database).collection<RowDocument>(collection.name);
      const planOf = async (find: Find): Promise<readonly string[]> => {
        const stages: string[] = [];
        await findDocuments(
          explaining(rows, (explained) => stages.push(...explained)),
          collection,
          find,
          LIMITS,
        );
        assert.ok(stages.length > 0);
        assert.ok(!stages.includes('COLLSCAN'), `reads all rows: ${JSON.stringify(find)}`);
        return stages;
      };
      for (const find of listingsOf(collection))
        assert.ok(!(await planOf(find)).includes('SORT'), `sorts in memory: ${JSON.stringify(find)}`);
      for (const by of collection.arrays ?? []) {
        const pairs = rows.aggregate(pairsIn({ where: [], by, values: ['1', '2'], others: ['3'] }));
        const stages = stagesOf(await pairs.explain('queryPlanner'));
        assert.ok(stages.includes('IXSCAN') && !stages.includes('COLLSCAN'), `${by}: ${stages.join(', ')}`);
      }
      if (collection.search !== true) return;
      const all = [{ field: collection.searchedWithin ?? 'id', eq: COMMON }];
      for (const sought of searches) await planOf({ where: { all, terms: [sought] }, limit: PAGE });
    });
}

plans.after(() => ('reason' in server ? undefined : server.stop()));
