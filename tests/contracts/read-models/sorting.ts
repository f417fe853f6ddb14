/** The same order in every store: nulls last and ties by ascending id in both directions, text by code point. */
import { equal } from 'uvu/assert';
import type { ReadModels, Row, Sort } from '../../../projections/ports.ts';
import { stream } from '../../../projections/queries/listing.ts';
import type { Holds } from '../over-a-fresh-store.ts';
import { everything, found, holding, ids, paper, papers } from './example.ts';

const shown = {
  all: [
    { field: 'workspace', eq: 'org' },
    { field: 'visible', eq: true },
  ],
};

const years: readonly Row[] = [
  paper('c', 1, { year: 2020 }),
  paper('a', 2, { year: 2021 }),
  paper('n2', 3),
  paper('b', 4, { year: 2020 }),
  paper('n1', 5, { year: null }),
  paper('d', 6, { year: -5 }),
  paper('e', 7, { year: 2020.5 }),
  paper('f', 8, { year: 10 }),
];

export const sorting = (holds: Holds<ReadModels>): void => {
  holds('sort numbers by value, nulls last and ties by ascending id, in both directions', async (store) => {
    await holding(store, years);
    equal(await found(store, shown, { sort: { field: 'year', dir: 'asc' } }), [
      'd',
      'f',
      'b',
      'c',
      'e',
      'a',
      'n1',
      'n2',
    ]);
    equal(await found(store, shown, { sort: { field: 'year', dir: 'desc' } }), [
      'a',
      'e',
      'b',
      'c',
      'f',
      'd',
      'n1',
      'n2',
    ]);
  });

  holds('sort by a field that has no index, or no value at all', async (store) => {
    await holding(store, [paper('b', 1, { pages: 3 }), paper('c', 2), paper('a', 3, { pages: 12 })]);
    equal(await found(store, everything, { sort: { field: 'pages', dir: 'asc' } }), ['b', 'a', 'c']);
    equal(await found(store, everything, { sort: { field: 'pages', dir: 'desc' } }), ['a', 'b', 'c']);
    equal(await found(store, everything, { sort: { field: 'nothing', dir: 'desc' } }), ['a', 'b', 'c']);
  });

  holds('sort by id in both directions', async (store) => {
    await holding(store, years);
    equal(await found(store, everything, { sort: { field: 'id', dir: 'asc' }, limit: 3 }), ['a', 'b', 'c']);
    equal(await found(store, everything, { sort: { field: 'id', dir: 'desc' }, limit: 3 }), ['n2', 'n1', 'f']);
  });

  holds('stream a listing in its order, however many rows share a value or have none', async (store) => {
    const value = (n: number) => (n % 3 === 0 ? {} : { year: n % 7 === 0 ? n : 2020, title: `${'ab'.repeat(n % 2)}` });
    await holding(
      store,
      Array.from({ length: 900 }, (_, n) => paper(`p${String((n * 7) % 900).padStart(3, '0')}`, n + 1, value(n))),
    );
    const sorts: readonly Sort[] = ['id', 'year', 'title', 'nothing'].flatMap((field) => [
      { field, dir: 'asc' },
      { field, dir: 'desc' },
    ]);
    for (const sort of sorts)
      for (const fields of [undefined, ['type']]) {
        const rows = { collection: papers, where: shown, sort, ...(fields === undefined ? {} : { fields }) };
        const streamed: string[] = [];
        for await (const id of stream(store, { ...rows, items: ids })) streamed.push(id);
        equal(streamed, await found(store, shown, { sort, limit: 1_000 }), JSON.stringify(sort));
      }
  });

  holds('sort text by code point, independent of language', async (store) => {
    const titles = ['', ' ', '10', '9', 'A', 'Z', '_', 'a', 'a b', 'aa', 'z', 'Ä', 'ß', 'é', 'Ω', 'Ж', 'ا', '数', 'ﬁ'];
    const rows = titles.map((title, n) => paper(`p${n}`, n + 1, { title }));
    await holding(store, [...rows].reverse());
    const ascending = rows.map(({ id }) => id);
    equal(await found(store, shown, { sort: { field: 'title', dir: 'asc' } }), ascending);
    equal(await found(store, shown, { sort: { field: 'title', dir: 'desc' } }), [...ascending].reverse());
  });

  holds('sort false before true', async (store) => {
    await holding(store, [
      paper('a', 1, { retracted: true }),
      paper('b', 2, { retracted: false }),
      paper('c', 3, { retracted: null }),
    ]);
    equal(await found(store, everything, { sort: { field: 'retracted', dir: 'asc' } }), ['b', 'a', 'c']);
    equal(await found(store, everything, { sort: { field: 'retracted', dir: 'desc' } }), ['a', 'b', 'c']);
  });

  holds('sort by the elements of an array', async (store) => {
    await holding(
      store,
      years.map((row, n) => ({ ...row, authors: n % 2 === 0 ? ['ann', 'bo'] : ['bo'] })),
    );
    const byAnn = {
      all: [
        { field: 'workspace', eq: 'org' },
        { field: 'authors', contains: 'ann' },
      ],
    };
    equal(await found(store, byAnn, { sort: { field: 'year', dir: 'asc' } }), ['c', 'e', 'n1', 'n2']);
    equal(await found(store, byAnn, { sort: { field: 'year', dir: 'desc' } }), ['e', 'c', 'n1', 'n2']);
    equal(await found(store, byAnn, { sort: { field: 'year', dir: 'desc' }, offset: 1, limit: 2 }), ['c', 'n1']);
  });
};
