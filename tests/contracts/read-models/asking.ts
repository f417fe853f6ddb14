/** Conditions, alone and combined; pages, counts and groups. */
import { equal, is } from 'uvu/assert';
import type { Condition, ReadModels } from '../../../projections/ports.ts';
import type { Holds } from '../over-a-fresh-store.ts';
import { everything, found, holding, ids, paper, papers } from './example.ts';

const rows = [
  paper('a', 1, { type: 'article', year: 2019, cited: 0, authors: ['ann', 'bo'], title: 'Alpha' }),
  paper('b', 2, { type: 'article', year: 2020, cited: null, authors: ['bo'], title: '2020' }),
  paper('c', 3, { type: 'dataset', year: 2021, cited: 7, authors: [], visible: false }),
  paper('d', 4, { type: null, year: null, workspace: 'lab', authors: null }),
  paper('e', 5, { year: 2020, cited: 1.5, authors: ['cy', 'ann'], visible: false, title: '' }),
];

const conditions: readonly (readonly [string, readonly Condition[], string])[] = [
  ['equal to a text', [{ field: 'type', eq: 'article' }], 'ab'],
  ['equal to a number', [{ field: 'year', eq: 2020 }], 'be'],
  ['equal to zero', [{ field: 'cited', eq: 0 }], 'a'],
  ['equal to a text that looks like a number', [{ field: 'title', eq: '2020' }], 'b'],
  ['not equal across types', [{ field: 'title', eq: 2020 }], ''],
  ['equal to the empty text', [{ field: 'title', eq: '' }], 'e'],
  ['equal to true', [{ field: 'visible', eq: true }], 'abd'],
  ['equal to false', [{ field: 'visible', eq: false }], 'ce'],
  ['not true for being 1', [{ field: 'visible', eq: 1 }], ''],
  ['null or absent', [{ field: 'type', eq: null }], 'de'],
  ['null in a field that no row has', [{ field: 'nothing', eq: null }], 'abcde'],
  ['one of several', [{ field: 'type', in: ['dataset', 'article', 'book'] }], 'abc'],
  ['one of several numbers', [{ field: 'year', in: [2019, 2021] }], 'ac'],
  ['one of none', [{ field: 'type', in: [] }], ''],
  ['one of several ids', [{ field: 'id', in: ['b', 'e', 'x'] }], 'be'],
  ['none of several ids', [{ field: 'id', notIn: ['b', 'e', 'x'] }], 'acd'],
  ['none of several numbers, or null', [{ field: 'year', notIn: [2019, 2021] }], 'bde'],
  ['none of none', [{ field: 'type', notIn: [] }], 'abcde'],
  ['after', [{ field: 'year', gt: 2019 }], 'bce'],
  ['from', [{ field: 'year', gte: 2020 }], 'bce'],
  ['before', [{ field: 'year', lt: 2020 }], 'a'],
  ['up to', [{ field: 'cited', lte: 1.5 }], 'ae'],
  ['between', [{ field: 'year', gt: 2019, lte: 2020 }], 'be'],
  [
    'between by two conditions',
    [
      { field: 'year', gte: 2020 },
      { field: 'year', lt: 2021 },
    ],
    'be',
  ],
  ['a text after', [{ field: 'title', gt: '' }], 'ab'],
  ['a text up to', [{ field: 'title', lte: '2020' }], 'be'],
  ['a number before every text, which it is not', [{ field: 'title', gte: 0 }], ''],
  ['later than a position', [{ field: 'position', gt: 3 }], 'de'],
  ['there', [{ field: 'cited', exists: true }], 'ace'],
  ['not there', [{ field: 'cited', exists: false }], 'bd'],
  ['a list, even an empty one', [{ field: 'authors', exists: true }], 'abce'],
  ['no list', [{ field: 'authors', exists: false }], 'd'],
  ['a list that contains', [{ field: 'authors', contains: 'ann' }], 'ae'],
  [
    'a list that contains both',
    [
      { field: 'authors', contains: 'ann' },
      { field: 'authors', contains: 'bo' },
    ],
    'a',
  ],
  ['a list that contains one of several', [{ field: 'authors', containsAny: ['cy', 'bo', 'dee'] }], 'abe'],
  ['a list that contains one of none', [{ field: 'authors', containsAny: [] }], ''],
  [
    'a list that contains one of several, and another one',
    [
      { field: 'authors', containsAny: ['cy', 'bo'] },
      { field: 'authors', contains: 'ann' },
    ],
    'ae',
  ],
  ['a list that contains no part of a value', [{ field: 'authors', contains: 'an' }], ''],
  [
    'what several conditions leave',
    [
      { field: 'workspace', eq: 'org' },
      { field: 'visible', eq: false },
      { field: 'authors', contains: 'ann' },
      { field: 'year', gte: 2000 },
    ],
    'e',
  ],
  [
    'nothing if two conditions contradict each other',
    [
      { field: 'year', eq: 2019 },
      { field: 'year', eq: 2020 },
    ],
    '',
  ],
];

export const asking = (holds: Holds<ReadModels>): void => {
  holds('find and count by each kind of condition', async (store) => {
    await holding(store, rows);
    for (const [what, all, expected] of conditions) {
      equal((await found(store, { all })).join(''), expected, what);
      is(await store.count(papers, { all }), expected.length, what);
      for (const atMost of [1, 2, 100])
        is(await store.count(papers, { all }, atMost), Math.min(expected.length, atMost), `at most ${atMost}: ${what}`);
      equal(await store.total(papers, { all }), { total: expected.length, totalAsOf: null }, what);
    }
  });

  holds('find by ascending id by default', async (store) => {
    await holding(
      store,
      ['b', 'a', 'Z', 'é', '10', '9', 'ab', '~'].map((id, n) => paper(id, n + 1)),
    );
    equal(await found(store, everything), ['10', '9', 'Z', 'a', 'ab', 'b', '~', 'é']);
  });

  holds('page through everything without gaps or repeats, and return nothing past the end', async (store) => {
    const many = Array.from({ length: 53 }, (_, n) => paper(`p${n}`, n + 1, { year: n % 3 === 0 ? null : n % 5 }));
    await holding(store, many);
    const where = {
      all: [
        { field: 'workspace', eq: 'org' },
        { field: 'visible', eq: true },
      ],
    };
    const sort = { field: 'year', dir: 'desc' } as const;
    const whole = ids(await store.find(papers, { where, sort, limit: 100 }));
    is(whole.length, 53);
    const paged: string[] = [];
    for (let offset = 0; offset < 60; offset += 10)
      paged.push(...ids(await store.find(papers, { where, sort, offset, limit: 10 })));
    equal(paged, whole);
    for (const offset of [53, 54, 1_000_000])
      equal(await store.find(papers, { where, sort, offset, limit: 10 }), [], `from ${offset}`);
  });

  holds('read only some fields of a page, with id and position, in the same order', async (store) => {
    const deep = { list: [1, { a: null }], flag: true };
    const terms = ['cracked', 'pots'];
    await holding(
      store,
      rows.map((row) => ({ ...row, deep, terms })),
    );
    const find = { where: everything, sort: { field: 'year', dir: 'desc' }, limit: 100 } as const;
    const whole = await store.find(papers, find);
    const cut = await store.find(papers, {
      ...find,
      fields: ['title', 'visible', 'authors', 'deep', 'cited', 'terms'],
    });
    equal(
      cut.map(({ title = null, authors = null, cited = null, ...row }) => ({ ...row, title, authors, cited })),
      whole.map(({ id, position, title = null, visible, authors = null, cited = null }) => ({
        id,
        position,
        title,
        visible,
        authors,
        cited,
        deep,
        terms,
      })),
    );
  });

  holds('return the fields of a listing unchanged, whatever their text', async (store) => {
    const shown = [
      { subtitle: 'ends\0early', pages: 0 },
      { subtitle: "\u{1f4da} and “quotes”, it's", pages: 1.5 },
      { subtitle: '', pages: null },
      { pages: 1e15 },
    ];
    await holding(
      store,
      shown.map((fields, n) => paper(`s${n}`, n + 1, fields)),
    );
    const find = { where: everything, limit: 10 } as const;
    const expected = shown.map((fields, n) => paper(`s${n}`, n + 1, fields));
    equal(await store.find(papers, find), expected);
    equal(
      [...(await store.load(papers, ['s0', 's1', 's2', 's3'])).values()].sort((a, b) => a.position - b.position),
      expected,
    );
    const texts = await store.find(papers, { ...find, fields: ['pages', 'subtitle'] });
    equal(
      texts.map(({ pages = null }) => pages),
      [0, 1.5, null, 1e15],
    );
    equal(
      texts.slice(1).map(({ subtitle = null }) => subtitle),
      [shown[1]?.subtitle, '', null],
    );
  });

  holds('return lists and objects of a listing, whole and alone', async (store) => {
    const shown = [
      { editors: ['ann', 'b\0'], journal: { name: 'Annals', issues: [1, { of: null }] } },
      { editors: [], journal: {} },
      { editors: null, journal: 'a text' },
      {},
    ];
    const expected = shown.map((fields, n) => paper(`s${n}`, n + 1, fields));
    await holding(store, expected);
    const find = { where: everything, limit: 10 } as const;
    const whole = await store.find(papers, find);
    equal(
      whole.map(({ editors = null, journal = null }) => ({ editors, journal })),
      shown.map(({ editors = null, journal = null }) => ({ editors, journal })),
    );
    const cut = await store.find(papers, { ...find, fields: ['journal', 'editors'] });
    equal(
      cut.map(({ editors = null, journal = null }) => ({ editors, journal })),
      shown.map(({ editors = null, journal = null }) => ({ editors, journal })),
    );
  });

  holds('find large rows whole, in order and on their pages', async (store) => {
    const sizes = [10, 200_000, 40_000, 33_000, 100, 300_000, 32_768];
    const large = sizes.map((size, n) => paper(`l${n}`, n + 1, { year: 2020 - n, abstract: 'é'.repeat(size / 2) }));
    await holding(store, large);
    const find = { where: everything, sort: { field: 'year', dir: 'desc' }, limit: 4 } as const;
    equal(await store.find(papers, find), large.slice(0, 4));
    equal(await store.find(papers, { ...find, offset: 4 }), large.slice(4));
  });

  holds('count each value of a field, and each element of an array, without nulls', async (store) => {
    await holding(store, rows);
    equal(
      await store.groupCounts(papers, everything, 'type'),
      new Map([
        ['article', 2],
        ['dataset', 1],
      ]),
    );
    equal(sorted(await store.groupCounts(papers, everything, 'year')), [
      [2019, 1],
      [2020, 2],
      [2021, 1],
    ]);
    equal(sorted(await store.groupCounts(papers, everything, 'visible')), [
      [false, 2],
      [true, 3],
    ]);
    equal(sorted(await store.groupCounts(papers, everything, 'authors')), [
      ['ann', 2],
      ['bo', 2],
      ['cy', 1],
    ]);
    const hidden = { all: [{ field: 'visible', eq: false }] };
    equal(sorted(await store.groupCounts(papers, hidden, 'authors')), [
      ['ann', 1],
      ['cy', 1],
    ]);
    equal(sorted(await store.groupCounts(papers, hidden, 'type')), [['dataset', 1]]);
    equal(await store.groupCounts(papers, everything, 'nothing'), new Map());
  });

  holds('find values that occur together in an array, among those named and within the conditions', async (store) => {
    await holding(store, [...rows, paper('f', 6, { authors: ['ann', 'dee', 'eve'], workspace: 'lab' })]);
    const together = async (values: readonly string[], others: readonly string[], where: readonly Condition[] = []) =>
      [...(await store.coOccurrences(papers, { where, by: 'authors', values, others }))]
        .map(([value, found]) => [value, [...found.keys()].sort()])
        .sort();
    equal(await together(['ann', 'bo', 'cy'], ['ann', 'bo', 'dee']), [
      ['ann', ['bo', 'dee']],
      ['bo', ['ann']],
      ['cy', ['ann']],
    ]);
    equal(await together(['ann'], ['bo', 'cy', 'dee', 'eve'], [{ field: 'workspace', eq: 'org' }]), [
      ['ann', ['bo', 'cy']],
    ]);
    equal(await together(['ann'], ['bo', 'cy'], [{ field: 'visible', eq: true }]), [['ann', ['bo']]]);
    equal(await together(['ann'], ['bo', 'cy'], [{ field: 'authors', contains: 'cy' }]), [['ann', ['cy']]]);
    equal(await together(['ann', 'nemo'], ['nemo', 'ann']), []);
    const asked = { where: [], by: 'authors', values: ['ann'], others: ['bo', 'dee'] };
    equal((await store.coOccurrences(papers, asked)).get('ann')?.get('dee'), 'f');
    equal(await together([], ['ann']), []);
    equal(await together(['ann'], []), []);
    equal(await store.coOccurrences(papers, { where: [], by: 'nothing', values: ['ann'], others: ['bo'] }), new Map());
  });
};

const sorted = (groups: ReadonlyMap<string | number | boolean, number>): readonly (readonly unknown[])[] =>
  [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
