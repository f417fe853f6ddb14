/** Rows and checkpoints only move forwards, even if batches are repeated or late. */
import { equal, is } from 'uvu/assert';
import type { Condition, ReadModels } from '../../../projections/ports.ts';
import type { Holds } from '../over-a-fresh-store.ts';
import { batch, everything, found, holding, paper, papers, people, PROJECTION } from './example.ts';

export const committing = (holds: Holds<ReadModels>): void => {
  holds('return a row as it was written', async (store) => {
    const row = paper('10.5555/α', 7, {
      title: 'Über “Naïve” 数学 <i>x</i>\n\u2028',
      year: 2021.5,
      cited: -3,
      retracted: false,
      abstract: null,
      authors: ['0000-0002-1825-0097'],
      empty: [],
      nested: { list: [1, [null, { deep: true }]], 'dotted.key': '', $dollar: {} },
      terms: ['uber', '数学'],
    });
    await holding(store, [row]);
    equal(await store.get(papers, row.id), row);
    equal(await store.find(papers, { where: everything, limit: 10 }), [row]);
    equal(await store.load(papers, [row.id]), new Map([[row.id, row]]));
  });

  holds('treat an undefined field as absent', async (store) => {
    await holding(store, [paper('a', 1, { year: undefined })]);
    equal(await store.get(papers, 'a'), paper('a', 1));
    equal(await found(store, { all: [{ field: 'year', exists: false }] }), ['a']);
  });

  holds('return null and nothing for missing rows', async (store) => {
    await holding(store, []);
    is(await store.get(papers, 'a'), null);
    equal(await store.load(papers, ['a', 'b']), new Map());
    equal(await store.load(papers, []), new Map());
    equal(await store.find(papers, { where: everything, limit: 10 }), []);
    is(await store.count(papers, everything), 0);
    is(await store.checkpoint('another_v1'), null);
  });

  holds('load many rows, each once, ignoring repeated and missing ids', async (store) => {
    const rows = Array.from({ length: 1500 }, (_, n) => paper(`p${n}`, n));
    await holding(store, rows);
    const loaded = await store.load(papers, ['p3', 'nobody', 'p3', ...rows.map(({ id }) => id)]);
    is(loaded.size, 1500);
    equal(loaded.get('p1499'), rows[1499]);
  });

  holds('replace a row only at a later position', async (store) => {
    await holding(store, [paper('a', 5, { title: 'second' })]);
    await store.commit(batch(6, { replace: [paper('a', 5, { title: 'same' }), paper('b', 6)] }));
    await store.commit(batch(7, { replace: [paper('a', 4, { title: 'first' })] }));
    is((await store.get(papers, 'a'))?.['title'], 'second');
    await store.commit(batch(8, { replace: [paper('a', 8, { year: 2020 })] }));
    equal(await store.get(papers, 'a'), paper('a', 8, { year: 2020 }));
    equal(await found(store, { all: [{ field: 'title', exists: true }] }), []);
  });

  holds('write many rows at once, each only over an earlier position', async (store) => {
    const many = (position: number, title: string) =>
      Array.from({ length: 300 }, (_, n) => paper(`p${n}`, position, { title: `${title} ${n}` }));
    await holding(store, [...many(5, 'first').slice(0, 100), ...many(9, 'last').slice(100, 200)]);
    await store.commit(batch(9, { replace: many(7, 'second') }));
    const rows = await store.load(
      papers,
      many(0, '').map(({ id }) => id),
    );
    const titles = [...rows.values()].map(({ title }) => String(title).split(' ')[0]);
    is(rows.size, 300);
    is(titles.filter((title) => title === 'last').length, 100);
    is(titles.filter((title) => title === 'second').length, 200);
  });

  holds('let the later of two concurrent writes of the same new rows win', async (store) => {
    const many = (position: number) => Array.from({ length: 300 }, (_, n) => paper(`p${n}`, position));
    await holding(store, []);
    await Promise.all(
      [5, 7, 6].map((position) =>
        store.commit({ ...batch(position, { replace: many(position) }), projection: `at_once_${position}` }),
      ),
    );
    const rows = await store.load(
      papers,
      many(0).map(({ id }) => id),
    );
    equal(new Set([...rows.values()].map(({ position }) => position)), new Set([7]));
    is(rows.size, 300);
  });

  holds('remove a row only at a later position, and accept it again later', async (store) => {
    await holding(store, [paper('a', 5), paper('b', 5, { terms: ['kept'] }), paper('c', 5)]);
    await store.commit(
      batch(6, {
        remove: [
          { id: 'a', position: 6 },
          { id: 'b', position: 5 },
          { id: 'nobody', position: 6 },
        ],
      }),
    );
    equal(await found(store, everything), ['b', 'c']);
    equal(await found(store, { all: [], terms: ['kep'] }), ['b']);
    await store.commit(batch(9, { replace: [paper('a', 9, { title: 'again' })] }));
    equal(await store.get(papers, 'a'), paper('a', 9, { title: 'again' }));
  });

  holds('never restore a removed row by a write at an earlier position, whoever sends it', async (store, another) => {
    const late = await another();
    const by = (projection: string, ...given: Parameters<typeof batch>) => ({ ...batch(...given), projection });
    await holding(store, [paper('a', 5), paper('b', 5), paper('c', 5)]);
    const remove = ['a', 'b', 'never-there'].map((id) => ({ id, position: 8 }));
    await store.commit(batch(8, { remove }));
    const few = [paper('a', 7), paper('never-there', 8), paper('b', 9)];
    await late.commit(by('late', 9, { replace: few }));
    // Enough to be written by another code path.
    const many = Array.from({ length: 300 }, (_, n) => paper(`p${n}`, 3, { title: 'many' }));
    await store.commit(batch(9, { remove: many.slice(100).map(({ id }) => ({ id, position: 9 })) }));
    await late.commit(by('late_too', 9, { replace: [...many, ...few.slice(0, 2)] }));
    equal(await found(store, { all: [{ field: 'title', eq: null }] }), ['b', 'c']);
    is(await store.count(papers, { all: [{ field: 'title', eq: 'many' }] }), 100);
    // An earlier removal does not affect a later one.
    await late.commit(by('latest', 9, { remove: [{ id: 'a', position: 2 }] }));
    await late.commit(by('latest', 9, { replace: [paper('a', 8)] }));
    is(await store.get(papers, 'a'), null);
  });

  holds('report removed rows to folds, and to no one else', async (store, another) => {
    await holding(store, [paper('a', 1, { terms: ['word'] }), paper('b', 2, { type: 'article' })]);
    await store.commit(
      batch(4, {
        remove: [
          { id: 'a', position: 3 },
          { id: 'z', position: 4 },
        ],
      }),
    );
    const { rows, tombstones } = await (await another()).loadForFolding(papers, ['a', 'b', 'z', 'nobody']);
    equal(rows, new Map([['b', paper('b', 2, { type: 'article' })]]));
    equal(
      new Map([...tombstones].sort()),
      new Map([
        ['a', { id: 'a', position: 3 }],
        ['z', { id: 'z', position: 4 }],
      ]),
    );

    equal(await store.load(papers, ['a', 'b', 'z']), rows);
    is(await store.get(papers, 'a'), null);
    const queries: readonly Condition[][] = [
      [],
      [{ field: 'type', eq: null }],
      [{ field: 'type', exists: false }],
      [{ field: 'id', in: ['a', 'z'] }],
      [{ field: 'position', gte: 3 }],
    ];
    for (const all of queries) {
      equal(await found(store, { all }), all.length === 0 ? ['b'] : []);
      is(await store.count(papers, { all }), all.length === 0 ? 1 : 0);
      for (const dir of ['asc', 'desc'] as const)
        is((await found(store, { all }, { sort: { field: 'year', dir } })).length, all.length === 0 ? 1 : 0);
      is([...(await store.groupCounts(papers, { all }, 'workspace')).values()].length, all.length === 0 ? 1 : 0);
    }
    is((await store.groupCounts(papers, everything, 'position')).size, 1);
  });

  holds('forget removals with the collection itself', async (store) => {
    await holding(store, [paper('a', 5)]);
    await store.commit(batch(6, { remove: [{ id: 'a', position: 6 }] }));
    await store.drop(PROJECTION, [papers]);
    await holding(store, [paper('a', 1)]);
    equal(await found(store, everything), ['a']);
  });

  holds('accept a batch sent twice, and again after later ones', async (store) => {
    const early = batch(2, { replace: [paper('a', 1, { title: 'one' }), paper('gone', 2)] });
    const late = batch(4, { replace: [paper('a', 3, { title: 'two' })], remove: [{ id: 'gone', position: 4 }] });
    await store.create(papers, 'now');
    for (const each of [early, early, late, late, early, late, early]) await store.commit(each);
    equal(await store.find(papers, { where: everything, limit: 10 }), [paper('a', 3, { title: 'two' })]);
    equal(await store.checkpoint(PROJECTION), { position: 4, phase: 'live' });
  });

  holds('never move a checkpoint back', async (store) => {
    await store.create(papers, 'now');
    await store.commit(batch(3, { phase: 'filling' }));
    equal(await store.checkpoint(PROJECTION), { position: 3, phase: 'filling' });
    await store.commit(batch(3));
    await store.commit(batch(3, { phase: 'filling' }));
    await store.commit(batch(2));
    equal(await store.checkpoint(PROJECTION), { position: 3, phase: 'live' });
    await store.commit(batch(Number.MAX_SAFE_INTEGER));
    is((await store.checkpoint(PROJECTION))?.position, Number.MAX_SAFE_INTEGER);
  });

  holds('leave a checkpoint that is live to those who keep the rows live', async (store) => {
    await store.create(papers, 'now');
    await store.commit(batch(3));
    await store.commit(batch(5, { phase: 'filling' }));
    equal(await store.checkpoint(PROJECTION), { position: 3, phase: 'live' });
    await store.commit(batch(4));
    equal(await store.checkpoint(PROJECTION), { position: 4, phase: 'live' });
  });

  holds('keep the latest time of a checkpoint until it moves with another', async (store, another) => {
    const reaching = (position: number, latest?: number) =>
      store.commit({
        ...batch(position),
        checkpoint: { position, phase: 'live', ...(latest !== undefined && { latest }) },
      });
    await store.create(papers, 'now');
    await reaching(3, 1_700_000_000_000);
    await reaching(2, 5);
    await reaching(4);
    equal(await (await another()).checkpoint(PROJECTION), { position: 4, phase: 'live', latest: 1_700_000_000_000 });
    await reaching(5, 1_700_000_000_001);
    equal(await store.checkpoint(PROJECTION), { position: 5, phase: 'live', latest: 1_700_000_000_001 });
  });

  holds('keep the checkpoints of projections separate', async (store) => {
    await store.create(papers, 'now');
    await store.commit({ ...batch(3), projection: 'one_v1' });
    await store.commit({ ...batch(1), projection: 'two_v1' });
    equal(await store.checkpoint('one_v1'), { position: 3, phase: 'live' });
    equal(await store.checkpoint('two_v1'), { position: 1, phase: 'live' });
  });

  holds('write several collections in one batch of any size', async (store, another) => {
    await store.create(papers, 'now');
    await store.create(people, 'now');
    const rows = Array.from({ length: 2500 }, (_, n) =>
      paper(`p${n}`, n, { authors: [`x${n % 7}`], terms: [`t${n}`] }),
    );
    const named = [paper('ann', 1, { name: 'Ann' })];
    await store.commit({
      ...batch(2500),
      changes: [
        { collection: papers, replace: rows },
        { collection: people, replace: named, remove: [] },
      ],
    });
    const reader = await another();
    is(await reader.count(papers, everything), 2500);
    equal(await reader.find(people, { where: everything, limit: 5 }), named);
    equal(await reader.checkpoint(PROJECTION), { position: 2500, phase: 'live' });
  });

  holds('show a commit to every reader once it has been acknowledged', async (store, another) => {
    await holding(store, []);
    const reader = await another();
    for (let position = 1; position <= 20; position += 1) {
      await store.commit(batch(position, { replace: [paper('a', position), paper(`p${position}`, position)] }));
      is((await reader.get(papers, 'a'))?.position, position);
      is(await reader.count(papers, everything), position + 1);
    }
  });
};
