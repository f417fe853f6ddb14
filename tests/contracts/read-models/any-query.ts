/** For any rows and any query, the result is that of the simple reference. */
import fc from 'fast-check';
import { equal, is } from 'uvu/assert';
import type { Collection, Condition, ReadModels, Row, Where } from '../../../projections/ports.ts';
import type { Holds } from '../over-a-fresh-store.ts';
import { batch, papers } from './example.ts';
import { expectedCount, expectedGroups, expectedRows, expectedTogether } from './reference.ts';

const RUNS = 25;

const workspace = fc.constantFrom('org', 'lab');
const author = fc.constantFrom('ann', 'bo', 'cy');
const title = fc.constantFrom('', '1', 'a', 'B', 'b', 'é', 'Ω', '数', 'a b', 'ﬁ');
const number = fc.constantFrom(-1, 0, 1, 1.5, 7, 2020);
const term = fc.constantFrom('a', 'al', 'alpha', 'alp', 'b', 'beta', '数', '数学', '1', '10');

const sought = fc.oneof(term, fc.uniqueArray(term, { maxLength: 3 }));

const IDS = [...'abcdefghijklmnopqrstuvwxyz0123456789', 'é', 'aa', 'A', '10.5555/x'];

const row = fc.record(
  {
    id: fc.constantFrom(...IDS),
    position: fc.nat(1000),
    workspace,
    visible: fc.boolean(),
    year: fc.option(number),
    cited: fc.option(number),
    title: fc.option(title),
    type: fc.option(fc.constantFrom('article', 'dataset')),
    authors: fc.option(fc.uniqueArray(author, { maxLength: 3 })),
    terms: fc.uniqueArray(term, { maxLength: 4 }),
    unindexed: fc.option(fc.oneof(number, fc.boolean())),
  },
  { requiredKeys: ['id', 'position', 'workspace'], noNullPrototype: true },
) as fc.Arbitrary<Row>;

/** No two are on the same shelf, and their order there differs from that of their ids. */
const shelved = (each: Row): Row => ({ ...each, shelf: (IDS.indexOf(each.id) * 7) % 41 });

const rows = fc.uniqueArray(row.map(shelved), { selector: ({ id }) => id, maxLength: 40 });

const numeric = fc.constantFrom('year', 'cited', 'position');
const field = fc.constantFrom('workspace', 'visible', 'year', 'cited', 'title', 'type', 'unindexed');

const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ field: fc.constant('workspace'), eq: workspace }),
  fc.record({ field: fc.constantFrom('visible', 'unindexed'), eq: fc.option(fc.boolean()) }),
  fc.record({ field: fc.constantFrom('year', 'cited', 'unindexed'), eq: fc.option(number) }),
  fc.record({ field: fc.constant('title'), eq: fc.option(title) }),
  fc.record({ field: fc.constantFrom('title', 'type'), in: fc.array(title, { maxLength: 3 }) }),
  fc.record({ field: fc.constantFrom('year', 'unindexed'), in: fc.array(number, { maxLength: 3 }) }),
  fc.record({ field: fc.constantFrom('title', 'id'), notIn: fc.array(title, { maxLength: 3 }) }),
  fc.record({ field: fc.constantFrom('year', 'unindexed'), notIn: fc.array(number, { maxLength: 3 }) }),
  fc.record({ field: numeric, gte: number }),
  fc.record({ field: numeric, gt: number, lte: number }),
  fc.record({ field: fc.constantFrom('title', 'id'), lt: title }),
  fc.record({ field: fc.oneof(field, fc.constant('authors')), exists: fc.boolean() }),
  fc.record({ field: fc.constant('authors'), contains: author }),
  fc.record({ field: fc.constant('authors'), containsAny: fc.array(author, { maxLength: 3 }) }),
);

const where: fc.Arbitrary<Where> = fc.record(
  { all: fc.array(condition, { maxLength: 3 }), terms: fc.array(sought, { maxLength: 2 }) },
  { requiredKeys: ['all'] },
);

const sort = fc.record({
  field: fc.constantFrom('year', 'cited', 'title', 'type', 'visible', 'id', 'position', 'shelf'),
  dir: fc.constantFrom('asc' as const, 'desc' as const),
});

const find = fc.record(
  { where, sort, offset: fc.constantFrom(0, 1, 5, 30), limit: fc.constantFrom(1, 3, 20) },
  { requiredKeys: ['where', 'limit'] },
);

const groupedBy = fc.constantFrom('workspace', 'visible', 'year', 'title', 'authors', 'unindexed');

const authors = fc.uniqueArray(author, { maxLength: 3 });
const together = fc.record({
  where: fc.array(condition, { maxLength: 2 }),
  by: fc.constant('authors'),
  values: authors,
  others: authors,
});

const scenario = fc.record({
  before: rows,
  after: rows,
  indexes: fc.constantFrom('now' as const, 'later' as const),
  finds: fc.array(find, { minLength: 6, maxLength: 12 }),
  together: fc.array(together, { maxLength: 3 }),
  groups: fc.array(fc.tuple(where, groupedBy), { maxLength: 3 }),
});

/** The rows after two batches, each id at its highest position. */
const latest = (before: readonly Row[], after: readonly Row[]): readonly Row[] => {
  const kept = new Map(before.map((each) => [each.id, each]));
  for (const each of after) if (each.position > (kept.get(each.id)?.position ?? -1)) kept.set(each.id, each);
  return [...kept.values()];
};

export const anyQuery = (holds: Holds<ReadModels>): void => {
  holds('return the result of the reference for any query over any rows', async (store) => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(scenario, async ({ before, after, indexes, finds, groups, together: pairs }) => {
        run += 1;
        const collection: Collection = { ...papers, name: `run_${run}_v1` };
        await store.create(collection, indexes);
        await store.commit({ ...batch(run * 2, { collection, replace: before }), projection: collection.name });
        await store.index(collection);
        await store.commit({ ...batch(run * 2 + 1, { collection, replace: after }), projection: collection.name });
        const expected = latest(before, after);
        for (const query of finds) {
          equal(await store.find(collection, query), expectedRows(expected, query));
          is(await store.count(collection, query.where), expectedCount(expected, query.where));
        }
        for (const [fields, by] of groups)
          equal(new Map(await store.groupCounts(collection, fields, by)), expectedGroups(expected, fields, by));
        for (const asked of pairs)
          equal(new Map(await store.coOccurrences(collection, asked)), expectedTogether(expected, asked));
        await store.drop(collection.name, [collection]);
      }),
      { numRuns: RUNS },
    );
  });
};
