/** Documents of every size, and indexes that may omit rows without the field. */
import { equal } from 'uvu/assert';
import type { Collection, ReadModels, Row } from '../../../projections/ports.ts';
import type { Holds } from '../over-a-fresh-store.ts';
import { batch, ids, paper } from './example.ts';

const records: Collection<Row> = {
  name: 'records_v1',
  indexes: [
    { equal: ['workspace'], sort: 'year' },
    { equal: ['workspace', 'successor'], sort: 'year', dir: 'asc', sparse: true },
  ],
  shown: ['title', 'citation'],
};

/** Too large to be read with its page. */
const LONG = 'ä'.repeat(40_000);

const ofEverySize: readonly Row[] = [
  paper('a', 1, { year: 1, title: 'Kilns', citation: { title: 'Kilns' }, view: { abstract: 'In this \0 kiln' } }),
  paper('b', 2, { year: 2, title: 'Pots', citation: { title: 'Pots' }, view: { abstract: LONG } }),
  paper('c', 3, { year: 3, title: null, citation: null, view: null }),
  paper('d', 4, { year: 4, citation: { title: LONG }, view: { abstract: '“a pair”: \u{1f3fa}' } }),
  paper('e', 5, { year: 5, citation: 'a text', view: ['a', 'list'], terms: ['word'] }),
  paper('f', 6, { year: 6 }),
];

const inOrder = {
  where: { all: [{ field: 'workspace', eq: 'org' }] },
  sort: { field: 'year', dir: 'asc' },
  limit: 9,
} as const;

export const sizes = (holds: Holds<ReadModels>): void => {
  for (const indexes of ['now', 'later'] as const)
    holds(`return fields of every size unchanged, whole and in part, indexed ${indexes}`, async (store) => {
      await store.create(records, indexes);
      await store.commit(batch(6, { collection: records, replace: ofEverySize }));
      await store.index(records);
      equal(await store.find(records, inOrder), ofEverySize);
      equal(
        [...(await store.load(records, ids(ofEverySize))).values()].sort((a, b) => a.position - b.position),
        ofEverySize,
      );
      for (const fields of [['title', 'citation', 'view'], ['title']] as const) {
        const cut = (row: Row): unknown => fields.map((field) => row[field] ?? null);
        equal((await store.find(records, { ...inOrder, fields })).map(cut), ofEverySize.map(cut));
      }
    });

  holds('replace a short value by a long one, and vice versa', async (store) => {
    await store.create(records, 'now');
    const [short, long] = ofEverySize as readonly [Row, Row];
    for (const [n, row] of [short, long, short].entries()) {
      const replaced = { ...row, id: 'x', position: n + 1 };
      await store.commit(batch(n + 1, { collection: records, replace: [replaced] }));
      equal(await store.get(records, 'x'), replaced);
      equal(await store.find(records, inOrder), [replaced]);
    }
  });

  holds('find rows by a field that most lack, as it changes', async (store) => {
    await store.create(records, 'now');
    const after = (position: number, id: string, successor: string | null): Promise<void> =>
      store.commit(
        batch(position, { collection: records, replace: [paper(id, position, { year: position, successor })] }),
      );
    const foundBy = async (successor: string | null): Promise<readonly string[]> => {
      const all = [...inOrder.where.all, { field: 'successor', eq: successor }];
      return ids(await store.find(records, { ...inOrder, where: { all } }));
    };
    await after(1, 'a', null);
    await after(2, 'b', 'z');
    await after(3, 'c', 'z');
    equal(await foundBy('z'), ['b', 'c']);
    await after(4, 'a', 'z');
    await after(5, 'b', null);
    equal(await foundBy('z'), ['c', 'a']);
    equal(await foundBy(null), ['b']);
    equal(await store.count(records, { all: [{ field: 'successor', eq: null }] }), 1);
  });
};
