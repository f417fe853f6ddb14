/** More rows than a request counts: their total comes from a thread, and pages from the nearer end. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { TOTAL } from '../../../../domain/limits.ts';
import { openSqliteReadModels } from '../../../../infra/sqlite/rows/index.ts';
import { findPage, listed } from '../../../../projections/queries/listing.ts';
import { batch, ids, paper, papers } from '../../../contracts/read-models/example.ts';
import { suite } from '../../../support/suite.ts';
import { temporaryFolder } from '../../../support/folder.ts';

const totals = suite('a total of many rows');

const ROWS = TOTAL.exact + 500;
const WHERE = {
  all: [
    { field: 'workspace', eq: 'org' },
    { field: 'visible', eq: true },
  ],
};
const LISTING = listed({ collection: papers, where: WHERE, sort: { field: 'year', dir: 'asc' } }, (found) =>
  ids(found),
);
const folder = await totals.holds(temporaryFolder());
const store = await totals.holds(openSqliteReadModels({ file: path.join(folder.path, 'read.db') }));
await store.create(papers, 'later');
const rows = Array.from({ length: ROWS }, (_, n) => paper(`p${String(n).padStart(5, '0')}`, n + 1, { year: n }));
await store.commit(batch(ROWS, { replace: rows, phase: 'filling' }));
await store.index(papers);

totals('is counted as of a time, and limits the pages', async () => {
  const began = Date.now();
  const page = await findPage(store, LISTING, { page: ROWS / 20, perPage: 20 });
  assert.equal(page.total, ROWS);
  assert.ok(page.totalAsOf !== null && page.totalAsOf >= began);
  assert.deepEqual(
    page.items,
    Array.from({ length: 20 }, (_, n) => `p${ROWS - 20 + n}`),
  );
  const past = await findPage(store, LISTING, { page: ROWS / 20 + 1, perPage: 20 });
  assert.deepEqual([past.items, past.total], [[], ROWS]);
});

totals('is exact again when rows have gone', async () => {
  const remove = Array.from({ length: 600 }, (_, n) => ({ id: `p${String(n).padStart(5, '0')}`, position: ROWS + 1 }));
  await store.commit(batch(ROWS + 1, { remove }));
  assert.deepEqual(await store.total(papers, WHERE), { total: ROWS - 600, totalAsOf: null });
});

totals('does not block other calls', async () => {
  const order: string[] = [];
  const counting = store.count(papers, { all: [], terms: ['nothing-has-this'] }).then(() => order.push('count'));
  await Promise.all([counting, store.get(papers, 'p00700').then((row) => order.push(String(row?.id)))]);
  assert.deepEqual(order, ['p00700', 'count']);
});

totals('for each value of a field does not block other calls', async () => {
  const order: string[] = [];
  const counting = store.groupCounts(papers, WHERE, 'year').then(({ size }) => order.push(`${size} years`));
  await Promise.all([counting, store.get(papers, 'p00700').then((row) => order.push(String(row?.id)))]);
  assert.deepEqual(order, ['p00700', `${ROWS - 600} years`]);
});
