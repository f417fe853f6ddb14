/** Rows that a store cannot hold, and withheld rows. */
import { deepStrictEqual as equal, strictEqual as is, rejects } from 'node:assert/strict';
import { ROW } from '../../../domain/limits.ts';
import type { ReadModels, RowRefused } from '../../../projections/ports.ts';
import type { Holds } from '../over-a-fresh-store.ts';
import { batch, everything, found, holding, paper, papers, PROJECTION } from './example.ts';

const A_KIB = 1024;
/** For the rest of the row around the text. */
const ROOM = 4 * A_KIB;

/** By name, since a built store has its own class. */
const namesTheRow = (id: string) => (error: unknown) => {
  const { name, rows } = error as RowRefused;
  equal([name, rows.map((row) => row.id)], ['RowRefused', [id]]);
  return true;
};

const nowhere = async (store: ReadModels, id: string): Promise<void> => {
  is(await store.get(papers, id), null);
  is((await store.load(papers, [id])).size, 0);
  equal(await found(store, everything), []);
  equal(await found(store, { all: [{ field: 'id', in: [id] }] }), []);
  equal(await found(store, { all: [], terms: ['late'] }), []);
  equal(
    await found(store, { all: [{ field: 'authors', contains: 'x' }] }, { sort: { field: 'year', dir: 'asc' } }),
    [],
  );
  is(await store.count(papers, everything), 0);
  is((await store.groupCounts(papers, everything, 'authors')).size, 0);
  is((await store.groupCounts(papers, everything, 'position')).size, 0);
};

export const withholding = (holds: Holds<ReadModels>): void => {
  for (const [what, letter, bytes] of [
    ['', 'x', 1],
    [' of letters that take several bytes', '\u{20AC}', 3],
  ] as const)
    holds(`refuse a row${what} above the limit, by its id, and accept the others without it`, async (store) => {
      await store.create(papers, 'now');
      const large = (room: number) => letter.repeat(Math.ceil((ROW.bytes + room) / bytes));
      const others = [paper('a', 1), paper('fits', 2, { text: large(-ROOM) })];
      const broken = paper('broken', 3, { text: large(A_KIB) });
      await rejects(store.commit(batch(3, { replace: [...others, broken] })), namesTheRow('broken'));
      is(await store.checkpoint(PROJECTION), null);
      await store.commit(batch(3, { replace: others }));
      equal(await found(store, everything), ['a', 'fits']);
      // As it is withheld.
      await store.commit(batch(3, { remove: [{ id: 'broken', position: 3, withheld: true }] }));
      equal((await store.loadForFolding(papers, ['broken'])).tombstones.get('broken'), {
        id: 'broken',
        position: 3,
        withheld: true,
      });
    });

  holds('hide withheld rows from every query and every late write, and return them to folds', async (store) => {
    const fields = { authors: ['x'], year: 2020, terms: ['late'] };
    await holding(store, [paper('a', 1, fields)]);
    const grave = { id: 'a', position: 5, withheld: true } as const;
    await store.commit(batch(5, { remove: [grave] }));
    const standing = async () => {
      const { rows, tombstones } = await store.loadForFolding(papers, ['a']);
      return [rows.size, tombstones.get('a')];
    };
    equal(await standing(), [0, grave]);
    for (const late of [
      { replace: [paper('a', 3, fields)] },
      { replace: [paper('a', 5, fields)] },
      { remove: [{ id: 'a', position: 4 }] },
      { remove: [{ id: 'a', position: 5 }] },
    ]) {
      await store.commit(batch(5, late));
      equal(await standing(), [0, grave]);
      await nowhere(store, 'a');
    }
    const later = { ...grave, position: 6 };
    await store.commit(batch(6, { remove: [later] }));
    equal(await standing(), [0, later]);
    await store.commit(batch(7, { replace: [paper('a', 7, fields)] }));
    equal(await found(store, everything), ['a']);
    is((await store.get(papers, 'a'))?.withheld, undefined);
  });
};
