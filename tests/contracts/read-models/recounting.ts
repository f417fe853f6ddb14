/** Counts stored in rows are absolute, so counting again is idempotent. */
import { equal, is } from 'uvu/assert';
import type { ReadModels, Recount, Row } from '../../../projections/ports.ts';
import type { Holds } from '../over-a-fresh-store.ts';
import { batch, paper, papers, people } from './example.ts';

const counted = (keys: readonly string[] | 'all'): Recount => ({
  into: people,
  field: 'papers',
  from: papers,
  where: [{ field: 'visible', eq: true }],
  by: 'authors',
  keys,
});

const authored = (id: string, position: number, authors: readonly string[], visible = true): Row =>
  paper(id, position, { authors, visible });

const library = async (store: ReadModels): Promise<void> => {
  await store.create(papers, 'now');
  await store.create(people, 'now');
  await store.commit(
    batch(1, { collection: people, replace: ['ann', 'bo', 'cy'].map((id) => paper(id, 1, { name: id })) }),
  );
};

const counts = async (store: ReadModels): Promise<readonly unknown[]> =>
  (await store.find(people, { where: { all: [] }, limit: 10 })).map((row) => row['papers'] ?? null);

export const recounting = (holds: Holds<ReadModels>): void => {
  holds('count the rows of a batch together with those before it', async (store) => {
    await library(store);
    await store.commit(batch(3, { replace: [authored('p1', 2, ['ann', 'bo']), authored('p2', 3, ['ann'], false)] }));
    await store.commit(batch(4, { replace: [authored('p3', 4, ['ann', 'ann'])], recounts: [counted(['ann', 'bo'])] }));
    equal(await counts(store), [2, 1, null]);
  });

  holds('set a count to 0 when its last row goes, and keep other keys', async (store) => {
    await library(store);
    await store.commit(batch(2, { replace: [authored('p1', 2, ['ann', 'bo'])], recounts: [counted('all')] }));
    equal(await counts(store), [1, 1, 0]);
    await store.commit(batch(3, { remove: [{ id: 'p1', position: 3 }], recounts: [counted(['ann'])] }));
    equal(await counts(store), [0, 1, 0]);
    await store.commit(batch(4, { recounts: [counted('all')] }));
    equal(await counts(store), [0, 0, 0]);
  });

  holds('skip keys without a row, and create none', async (store) => {
    await library(store);
    await store.commit(
      batch(2, { replace: [authored('p1', 2, ['dee', 'bo'])], recounts: [counted(['dee', 'bo', 'bo'])] }),
    );
    equal(await counts(store), [null, 1, null]);
    is(await store.get(people, 'dee'), null);
  });

  holds('recount rows that the same batch writes, and keep their other fields', async (store) => {
    await library(store);
    const dee = paper('dee', 2, { name: 'Dee', nested: { kept: [1] }, papers: 99 });
    await store.commit({
      ...batch(3),
      changes: [
        { collection: people, replace: [dee] },
        { collection: papers, replace: [authored('p1', 3, ['dee'])] },
      ],
      recounts: [counted(['dee'])],
    });
    equal(await store.get(people, 'dee'), { ...dee, papers: 1 });
  });

  holds('sort, filter and page by a recounted field', async (store) => {
    await library(store);
    await store.commit(
      batch(3, { replace: [authored('p1', 2, ['cy', 'bo']), authored('p2', 3, ['cy'])], recounts: [counted('all')] }),
    );
    const where = { all: [{ field: 'workspace', eq: 'org' }] };
    const most = await store.find(people, { where, sort: { field: 'papers', dir: 'desc' }, limit: 2 });
    equal(
      most.map(({ id }) => id),
      ['cy', 'bo'],
    );
    is(await store.count(people, { all: [{ field: 'papers', gte: 1 }] }), 2);
  });

  holds('give the same counts however often a batch is sent', async (store) => {
    await library(store);
    const first = batch(2, { replace: [authored('p1', 2, ['ann', 'bo'])], recounts: [counted(['ann', 'bo'])] });
    const second = batch(3, { replace: [authored('p1', 3, ['bo'], true)], recounts: [counted(['ann', 'bo'])] });
    for (const each of [first, first, second, first, second, second]) await store.commit(each);
    equal(await counts(store), [0, 1, null]);
  });

  holds('keep a count that was made later, and do not count later rows', async (store, another) => {
    await library(store);
    const late = await another();
    const first = batch(5, { replace: [authored('p1', 5, ['ann', 'bo'])], recounts: [counted('all')] });
    await store.commit(first);
    // As sent by a projector that counted long ago, whatever the name of its checkpoint.
    await late.commit({ ...batch(4, { recounts: [counted('all')] }), projection: 'late' });
    equal(await counts(store), [1, 1, 0]);
    await store.commit(batch(9, { collection: people, replace: [paper('ann', 9, { papers: 1 })] }));
    await late.commit({ ...batch(8, { recounts: [counted(['ann', 'cy'])] }), projection: 'later' });
    equal(await counts(store), [1, 1, 0]);
    is(await store.get(people, 'nobody'), null);
  });

  holds('do not count on a removed row', async (store) => {
    await library(store);
    await store.commit({
      ...batch(6, { replace: [authored('p1', 5, ['ann', 'bo'])] }),
      changes: [
        { collection: papers, replace: [authored('p1', 5, ['ann', 'bo'])] },
        { collection: people, replace: [], remove: [{ id: 'bo', position: 6 }] },
      ],
      recounts: [counted(['ann', 'bo'])],
    });
    equal(await counts(store), [1, null]);
    is(await store.count(people, { all: [{ field: 'papers', gte: 0 }] }), 1);
    await store.commit(batch(7, { recounts: [counted('all')] }));
    equal(await counts(store), [1, 0]);
  });

  holds('recount thousands of keys', async (store) => {
    await library(store);
    const names = Array.from({ length: 3000 }, (_, n) => `x${n}`);
    await store.commit({
      ...batch(9),
      changes: [
        { collection: people, replace: names.map((id) => paper(id, 5)) },
        { collection: papers, replace: names.map((id, n) => authored(`p${n}`, 6, [id, 'ann'])) },
      ],
      recounts: [counted([...names, 'ann'])],
    });
    is((await store.get(people, 'x2999'))?.['papers'], 1);
    is((await store.get(people, 'ann'))?.['papers'], 3000);
    is(await store.count(people, { all: [{ field: 'papers', eq: 1 }] }), 3000);
  });
};
