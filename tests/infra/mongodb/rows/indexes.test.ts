/** The indexes of the projections in MongoDB: few enough, and each used by a query. */
import { collectionsOf } from '../../../../projections/define.ts';
import assert from 'node:assert/strict';
import { indexesOf } from '../../../../infra/mongodb/rows/collections.ts';
import { allProjections } from '../../../../projections/all.ts';
import { poisonEvents } from '../../../../workers/projector/poison.ts';
import { suite } from '../../../support/suite.ts';
import { queriesBy, serves, type RecordedQuery } from './recorded-queries.ts';
import { QUERIES } from './queries.ts';

const collections = [...allProjections.flatMap(collectionsOf), poisonEvents];

/** MongoDB's limit per collection. */
const MOST_INDEXES = 64;

const indexes = suite('the indexes in MongoDB');

for (const collection of collections)
  indexes(`on ${collection.name} are few enough, including those of the id and of sharding`, () => {
    assert.ok(indexesOf(collection).length + 2 <= MOST_INDEXES, String(indexesOf(collection).length));
  });

indexes('of search terms begin with the fields that every search pins', () => {
  for (const collection of collections) {
    if (collection.search !== true) continue;
    const [key] = indexesOf(collection).flatMap((index) => ('terms' in index.key ? [index.key] : []));
    assert.deepEqual(Object.keys(key ?? {}), [collection.searchedWithin, 'terms'], collection.name);
  }
});

for (const collection of collections)
  indexes(`on ${collection.name} are each used by a query listed here`, async () => {
    const queries: RecordedQuery[] = [];
    for (const [name, query] of Object.entries(QUERIES[collection.name] ?? {})) {
      const asks = await queriesBy(query, collection);
      assert.ok(asks.length > 0, `"${name}" does not query ${collection.name}`);
      queries.push(...asks);
    }
    const unused = indexesOf(collection).filter(
      ({ key }) => !queries.some((each) => serves(Object.entries(key), each, collection.unique)),
    );
    assert.deepEqual(
      unused.map(({ name }) => name),
      [],
    );
  });
