/** A page of large rows: reading it yields to other work, and it is a snapshot all the same. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openSqliteReadModels } from '../../../../infra/sqlite/rows/index.ts';
import type { ReadModels, Row } from '../../../../projections/ports.ts';
import { batch, everything, holding, paper, papers } from '../../../contracts/read-models/example.ts';
import { suite } from '../../../support/suite.ts';
import { closing } from '../../../support/closing.ts';
import { temporaryFolder } from '../../../support/folder.ts';

const COUNT = 60;
const LIST = Array.from({ length: 30_000 }, (_, n) => `author ${n}`);

const pages = suite('a page of large rows');

const rowAt = (n: number, position = n + 1): Row =>
  paper(`p${String(n).padStart(2, '0')}`, position, { list: LIST, n: position });

const overStores = async (test: (store: ReadModels, other: ReadModels) => Promise<void>): Promise<void> => {
  await using folder = await temporaryFolder();
  const file = path.join(folder.path, 'read.db');
  await using store = closing(await openSqliteReadModels({ file }));
  await using other = closing(await openSqliteReadModels({ file }));
  const rows = Array.from({ length: COUNT }, (_, n) => rowAt(n));
  await holding(store, rows);
  await test(store, other);
};

pages('is read in several turns of the event loop', () =>
  overStores(async (store) => {
    let [isDone, turns] = [false, 0];
    const finding = store.find(papers, { where: everything, limit: COUNT }).then((rows) => {
      isDone = true;
      return rows;
    });
    for (; !isDone; await nextTurn()) turns += 1;
    assert.equal((await finding).length, COUNT);
    assert.ok(turns >= 2, `${turns} turns`);
  }),
);

pages('shows concurrent writes, whole and in place', () =>
  overStores(async (store, other) => {
    const finding = store.find(papers, { where: everything, limit: COUNT });
    await nextTurn();
    await other.commit(batch(COUNT + 1, { replace: [rowAt(COUNT - 1, COUNT + 1)] }));
    const rows = await finding;
    assert.deepEqual(
      rows.map(({ id }) => id),
      Array.from({ length: COUNT }, (_, n) => rowAt(n).id),
    );
    for (const row of rows) assert.equal(row['n'], row.position);
  }),
);

pages('is whole even if its rows change whenever it is read', () =>
  overStores(async (store, other) => {
    let isDone = false;
    const finding = store.find(papers, { where: everything, limit: COUNT }).finally(() => (isDone = true));
    for (let position = COUNT + 1; !isDone; position += 1) {
      await other.commit(batch(position, { replace: [rowAt(COUNT - 1, position)] }));
      await nextTurn();
    }
    assert.equal((await finding).length, COUNT);
  }),
);

pages('omits rows that are removed while it is read', () =>
  overStores(async (store, other) => {
    const finding = store.find(papers, { where: everything, limit: COUNT });
    await nextTurn();
    await other.commit(batch(COUNT + 1, { remove: [{ id: rowAt(COUNT - 1).id, position: COUNT + 1 }] }));
    const rows = await finding;
    assert.ok(rows.length === COUNT || rows.length === COUNT - 1);
    assert.equal((await store.find(papers, { where: everything, limit: COUNT })).length, COUNT - 1);
  }),
);
