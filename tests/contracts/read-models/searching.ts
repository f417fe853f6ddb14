/** Every search term is a prefix of a term of the row, in any script. */
import { equal, is } from 'uvu/assert';
import { queryTerms, searchTerms } from '../../../domain/search-terms.ts';
import { THRESHOLDS } from '../../../infra/sqlite/rows/query.ts';
import type { ReadModels, TermPrefix } from '../../../projections/ports.ts';
import type { Holds } from '../over-a-fresh-store.ts';
import { batch, found, holding, paper, papers } from './example.ts';

const titles: Readonly<Record<string, string>> = {
  a: 'On the Ångström exponent: a survey, 10.5555/one',
  b: 'Surveying surfaces of Müller cells',
  c: 'Die Müllerin 10.5555/two',
  d: '日本語の機械学習 による 分子',
  e: 'Ελληνική γλώσσα και Привет',
  f: 'and or not near the "quoted" col:umn * ^',
  g: '',
  h: 'العربية हिन्दी ภาษาไทย',
  i: 'Niamh O’Brien: 문헌목록 𠮷野屋',
};

const rows = Object.entries(titles).map(([id, title], n) =>
  paper(id, n + 1, { title, year: n % 3 === 0 ? null : n, terms: searchTerms(title) }),
);

const searches: readonly (readonly [string, string])[] = [
  ['muller', 'bc'],
  ['mueller', 'bc'],
  ['MÜLLER', 'bc'],
  ['mulleri', 'c'],
  ['muelleri', 'c'],
  ['s', 'ab'],
  ['survey', 'ab'],
  ['survey muller', 'b'],
  ['surveying survey', 'b'],
  ['angstrom', 'a'],
  ['10.5555', 'ac'],
  ['10.5555/tw', 'c'],
  ['555', 'ac'],
  ['55551', ''],
  ['5555', 'ac'],
  ['urvey', ''],
  ['機械', 'd'],
  ['学習', 'd'],
  ['習', 'd'],
  ['機会', ''],
  ['分子 機', 'd'],
  ['ελλ', 'e'],
  ['прив γλωσσ', 'e'],
  ['العر', 'h'],
  ['हिन्दी', 'h'],
  ['ไทย', 'h'],
  ["o'br", 'i'],
  ['OBrien', 'i'],
  ['brien', 'i'],
  ['목록', 'i'],
  ['野屋', 'i'],
  ['and', 'f'],
  ['NOT OR', 'f'],
  ['near', 'f'],
  ['col:um', 'f'],
  ['"quot', 'f'],
  ['zzz', ''],
  ['muller zzz', ''],
];

export const searching = (holds: Holds<ReadModels>): void => {
  holds('find and count by prefixes of terms', async (store) => {
    await holding(store, rows);
    for (const [query, expected] of searches) {
      const where = { all: [], terms: queryTerms(query) };
      equal((await found(store, where)).join(''), expected, query);
      is(await store.count(papers, where), expected.length, query);
      is(await store.count(papers, where, 1), Math.min(expected.length, 1), query);
    }
    is((await found(store, { all: [], terms: [] })).length, rows.length, 'no term is no search');
  });

  holds('find and count by any of several prefixes', async (store) => {
    await holding(store, rows);
    const any: readonly (readonly [readonly TermPrefix[], string])[] = [
      [[['muller', '機械']], 'bcd'],
      [[['muller', 'zzz'], 'survey'], 'b'],
      [
        [
          ['one', 'two'],
          ['mullerin', 'angst'],
        ],
        'ac',
      ],
      [[['zzz']], ''],
      [[[]], ''],
      [['survey', []], ''],
      [[Array.from({ length: 3_000 }, (_, n) => `none${n}`).concat('muller')], 'bc'],
    ];
    for (const [terms, expected] of any) {
      equal((await found(store, { all: [], terms })).join(''), expected, String(terms).slice(0, 40));
      is(await store.count(papers, { all: [], terms }), expected.length);
    }
  });

  holds('find nothing by a search without a letter or digit, even in a large collection', async (store) => {
    await holding(store, rows);
    const { few } = THRESHOLDS;
    Object.assign(THRESHOLDS, { few: 1 });
    try {
      for (const q of ['!!!', '\u2014', '\u{1f642}']) {
        const where = { all: [], terms: queryTerms(q) };
        equal(await found(store, where), [], q);
        is(await store.count(papers, where), 0, q);
      }
    } finally {
      Object.assign(THRESHOLDS, { few });
    }
  });

  holds('search within conditions, sorted and paged', async (store) => {
    const many = Array.from({ length: 240 }, (_, n) =>
      paper(`p${String(n).padStart(3, '0')}`, n + 1, {
        visible: n % 2 === 0,
        year: n % 4 === 0 ? null : n % 10,
        authors: [`x${n % 3}`],
        type: n % 5 === 0 ? 'article' : 'dataset',
        terms: ['common', `word${n % 6}`, `rare${n}`],
      }),
    );
    await holding(store, many);
    const all = [
      { field: 'workspace', eq: 'org' },
      { field: 'visible', eq: true },
    ];
    for (const terms of [['comm'], ['word4'], ['common', 'word'], ['rare7'], ['rare120', 'c']])
      for (const dir of ['asc', 'desc'] as const) {
        const sort = { field: 'year', dir };
        const whole = await found(store, { all, terms }, { sort, limit: 1000 });
        is(whole.length, await store.count(papers, { all, terms }), terms.join(' '));
        const matching = many.filter(
          (row) => row['visible'] === true && terms.every((p) => row.terms?.some((term) => term.startsWith(p))),
        );
        equal(
          [...whole].sort(),
          matching.map(({ id }) => id),
          terms.join(' '),
        );
        const paged: string[] = [];
        for (let offset = 0; offset < whole.length; offset += 7)
          paged.push(...(await found(store, { all, terms }, { sort, offset, limit: 7 })));
        equal(paged, whole, terms.join(' '));
      }
    const byOne = { all: [...all, { field: 'authors', contains: 'x1' }], terms: ['word4'] };
    is(await store.count(papers, byOne), 40);
    equal([...(await store.groupCounts(papers, { all, terms: ['word4'] }, 'type'))].sort(), [
      ['article', 8],
      ['dataset', 32],
    ]);
  });

  holds('follow the terms of a row as they change', async (store) => {
    await holding(store, [paper('a', 1, { terms: ['alpha', 'beta'] }), paper('b', 2, { terms: ['alpha'] })]);
    await store.commit(batch(4, { replace: [paper('a', 3, { terms: ['beta', 'gamma'] }), paper('b', 4)] }));
    const idsWith = async (term: string): Promise<string> => (await found(store, { all: [], terms: [term] })).join('');
    equal([await idsWith('alpha'), await idsWith('beta'), await idsWith('gamma')], ['', 'a', 'a']);
    await store.commit(
      batch(5, { remove: [{ id: 'a', position: 5 }], replace: [paper('b', 5, { terms: ['gamma'] })] }),
    );
    equal([await idsWith('beta'), await idsWith('g')], ['', 'b']);
  });
};
