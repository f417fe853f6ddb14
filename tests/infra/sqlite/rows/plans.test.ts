/** Every declared query uses its index, as SQLite's query plans show. */
import path from 'node:path';
import { equal, is, ok } from 'uvu/assert';
import { openDatabase } from '../../../../infra/sqlite/connection/database.ts';
import { coOccurrences, counted } from '../../../../infra/sqlite/rows/count.ts';
import { find } from '../../../../infra/sqlite/rows/read.ts';
import { openSqliteReadModels } from '../../../../infra/sqlite/rows/index.ts';
import { layoutOf } from '../../../../infra/sqlite/rows/schema.ts';
import type { Reading } from '../../../../infra/sqlite/rows/query.ts';
import { statementsOn } from '../../../../infra/sqlite/rows/statements.ts';
import { ingestions } from '../../../../projections/ingestions.ts';
import type { Collection, Condition, Find } from '../../../../projections/ports.ts';
import { newJobAfter } from '../../../../projections/queries/ingestions.ts';
import { papers, people } from '../../../contracts/read-models/example.ts';
import { suite } from '../../../support/suite.ts';
import { temporaryFolder } from '../../../support/folder.ts';
import { queriesBy } from '../../mongodb/rows/recorded-queries.ts';

const plans = suite('a declared query');

type Step = readonly [id: number, parent: number, unused: number, detail: string];

const file = path.join((await plans.holds(temporaryFolder())).path, 'read.db');
const store = await openSqliteReadModels({ file });
for (const collection of [papers, people, ingestions]) await store.create(collection, 'now');
await store.close();
const db = await plans.holds(openDatabase({ file, synchronous: 'NORMAL', what: 'read models' }));

/** The plans of the statements of a query, as SQLite explains them. */
const explained = (collection: Collection, work: (reading: Reading) => unknown): readonly (readonly Step[])[] => {
  const statements = statementsOn(db);
  const seen: (readonly Step[])[] = [];
  const all: typeof statements.all = (sql, values) => {
    seen.push(statements.all(`EXPLAIN QUERY PLAN ${sql}`, values) as readonly Step[]);
    return statements.all(sql, values);
  };
  work({
    statements: { ...statements, all, value: (sql, values) => all(sql, values)[0]?.[0] ?? null },
    breadth: () => () => 100_000,
    layout: layoutOf(collection),
    isIndexed: true,
  });
  return seen;
};

/** A condition that pins the field. */
const pin = ({ arrays = [] }: Collection, field: string): Condition =>
  arrays.includes(field) ? { field, contains: 'x' } : { field, eq: 'x' };

const declared = [papers, people].flatMap((collection) =>
  collection.indexes.flatMap(({ equal: fields, sort = 'id', dir: only }) =>
    (only === undefined ? (['asc', 'desc'] as const) : [only]).flatMap((dir) =>
      [0, 20_000, 90_000].map((offset) => {
        const all = fields.map((field) => pin(collection, field));
        const query: Find = { where: { all }, sort: { field: sort, dir }, offset, limit: 20, total: 100_000 };
        return { collection, query };
      }),
    ),
  ),
);

plans('reads a page of row numbers from a covering index, in order, before any document', () => {
  ok(declared.length > 20);
  for (const { collection, query } of declared) {
    const [plan = []] = explained(collection, (reading) => find(reading, query));
    const [subquery] = plan.filter(([, , , detail]) => /^(CO-ROUTINE|MATERIALIZE) p/.test(detail));
    const inner = plan.filter(([, parent]) => parent === subquery?.[0]).map(([, , , detail]) => detail);
    const title = `${JSON.stringify(query)}: ${plan.map(([, , , detail]) => detail).join(' | ')}`;
    is(inner.length, 1, title);
    ok(/^(SEARCH|SCAN) [ms] USING COVERING INDEX /.test(inner[0] ?? ''), title);
    const documents = plan.filter(([, , , detail]) => detail.includes(' d '));
    equal(
      documents.map(([, , , detail]) => detail),
      ['SEARCH d USING INTEGER PRIMARY KEY (rowid=?)'],
      title,
    );
  }
});

plans('for the next new job starts at its place in an index', async () => {
  const [query] = await queriesBy((readModels) => newJobAfter(readModels, 'org~~'), ingestions);
  const [plan = []] = explained(ingestions, (reading) =>
    find(reading, {
      where: query?.where ?? { all: [] },
      sort: query?.sort ?? { field: 'id', dir: 'asc' },
      limit: 1,
    }),
  );
  const details = plan.map(([, , , detail]) => detail).filter((detail) => /^(SEARCH|SCAN) m/.test(detail));
  is(details.length, 1, details.join(' | '));
  ok(/USING COVERING INDEX .* \(f:status=\? AND f:notBefore=\? AND id>\?/.test(details[0] ?? ''), details.join(' | '));
});

plans('is counted from an index alone', () => {
  for (const { collection, query } of declared)
    for (const atMost of [undefined, 10_001]) {
      const [plan = []] = explained(collection, (reading) => {
        const { sql, values } = counted(reading, query.where, atMost);
        return reading.statements.all(sql, values);
      });
      const details = plan.map(([, , , detail]) => detail).filter((detail) => /^(SEARCH|SCAN) [ms]/.test(detail));
      is(details.length, 1, details.join(' | '));
      ok(/USING COVERING INDEX/.test(details[0] ?? ''), details.join(' | '));
    }
});

plans('of values that occur together starts with the named values, and reads documents last', () => {
  const where = [pin(papers, 'workspace')];
  const query = { where, by: 'authors', values: ['a'], others: ['b'] };
  const [plan = []] = explained(papers, (reading) => coOccurrences(reading, query));
  const details = plan.map(([, , , detail]) => detail).filter((detail) => / [vom] /.test(detail));
  is(details.length, 3, details.join(' | '));
  ok(/^SEARCH v USING COVERING INDEX .*element=\?/.test(details[0] ?? ''), details.join(' | '));
  ok(/^SEARCH o USING .*row=\? AND element=\?/.test(details[1] ?? ''), details.join(' | '));
  ok(/^SEARCH m USING INTEGER PRIMARY KEY/.test(details[2] ?? ''), details.join(' | '));
});

plans('is searched along its index when the terms are common', () => {
  const where = { all: [pin(papers, 'workspace'), pin(papers, 'visible')], terms: ['a'] };
  const seen = explained(papers, (reading) =>
    find(reading, { where, sort: { field: 'year', dir: 'desc' }, limit: 20 }),
  );
  const details = seen.flat().map(([, , , detail]) => detail);
  ok(
    details.some((detail) => detail.includes('USING COVERING INDEX papers_v1/0-')),
    details.join(' | '),
  );
  is(details.filter((detail) => detail.startsWith('SCAN m')).length, 0, details.join(' | '));
});
