/** The indexes that the projections have MongoDB build: few enough, and each of them used by a query. */
import { collectionsOf } from '../../../../projections/define.ts';
import assert from 'node:assert/strict';
import { indexesOf } from '../../../../infra/mongodb/rows/indexes.ts';
import { allProjections } from '../../../../projections/all.ts';
import { poisonEvents } from '../../../../workers/projector/poison.ts';
import { suite } from '../../../support/suite.ts';
import { askedBy, serves, type Asked } from './asked.ts';
import { QUERIES } from './queries.ts';

const collections = [...allProjections.flatMap(collectionsOf), poisonEvents];

/** MongoDB's limit of a collection. */
const MOST_INDEXES = 64;

const indexes = suite('the indexes in MongoDB');

for (const collection of collections)
  indexes(`on ${collection.name} are few enough, that of the id and one for sharding included`, () => {
    assert.ok(indexesOf(collection).length + 2 <= MOST_INDEXES, String(indexesOf(collection).length));
  });

indexes('of search terms begin with what every search pins', () => {
  for (const collection of collections) {
    if (collection.search !== true) continue;
    const [key] = indexesOf(collection).flatMap((index) => ('terms' in index.key ? [index.key] : []));
    assert.deepEqual(Object.keys(key ?? {}), [collection.searchedWithin, 'terms'], collection.name);
  }
});

for (const collection of collections)
  indexes(`on ${collection.name} are each used by a query that is named here`, async () => {
    const asked: Asked[] = [];
    for (const [name, query] of Object.entries(QUERIES[collection.name] ?? {})) {
      const asks = await askedBy(query, collection);
      assert.ok(asks.length > 0, `"${name}" asks nothing of ${collection.name}`);
      asked.push(...asks);
    }
    const unused = indexesOf(collection).filter(
      ({ key }) => !asked.some((each) => serves(Object.entries(key), each, collection.unique)),
    );
    assert.deepEqual(
      unused.map(({ name }) => name),
      [],
    );
  });
