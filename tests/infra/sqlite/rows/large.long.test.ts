/** Deep pages and broad searches use other code paths than small ones, and must return the same. */
import path from 'node:path';
import { equal, is } from 'uvu/assert';
import { openSqliteReadModels } from '../../../../infra/sqlite/rows/index.ts';
import type { Row, Where } from '../../../../projections/ports.ts';
import { batch, paper, papers } from '../../../contracts/read-models/example.ts';
import { expectedCount, expectedGroups, expectedRows } from '../../../contracts/read-models/reference.ts';
import { suite } from '../../../support/suite.ts';
import { closing } from '../../../support/closing.ts';
import { temporaryFolder } from '../../../support/folder.ts';

const large = suite('a large listing');

const COUNT = 26_000;
const folder = await large.holds(temporaryFolder());
const shown = [
  { field: 'workspace', eq: 'org' },
  { field: 'visible', eq: true },
];

const rows: readonly Row[] = Array.from({ length: COUNT }, (_, n) =>
  paper(`p${(n * 7919) % COUNT}`, n + 1, {
    visible: n % 10 !== 0,
    year: n % 13 === 0 ? null : 1900 + ((n * 31) % 120),
    title: `title ${(n * 17) % 1000}`,
    type: n % 3 === 0 ? 'article' : 'dataset',
    cited: n % 7,
    authors: [`x${n % 4}`, `y${n % 900}`],
    terms: ['everywhere', `half${n % 2}`, `tenth${n % 10}`, `rare${n % 2000}`, n < COUNT / 2 ? 'early' : 'late'],
  }),
);

const store = await large.holds(openSqliteReadModels({ file: path.join(folder.path, 'read.db') }));
await store.create(papers, 'later');
for (let from = 0; from < COUNT; from += 2_000)
  await store.commit(batch(from + 2_000, { replace: rows.slice(from, from + 2_000), phase: 'filling' }));
await store.index(papers);

const sorts = [
  { field: 'year', dir: 'asc' },
  { field: 'year', dir: 'desc' },
  { field: 'title', dir: 'desc' },
  { field: 'id', dir: 'asc' },
  { field: 'cited', dir: 'asc' },
] as const;

const same = async (where: Where, offsets: readonly number[]): Promise<void> => {
  const total = expectedCount(rows, where);
  is(await store.count(papers, where), total);
  for (const atMost of [1, 10_001]) is(await store.count(papers, where, atMost), Math.min(total, atMost));
  for (const sort of sorts)
    for (const offset of offsets) {
      const query = { where, sort, offset, limit: 20 };
      const expected = expectedRows(rows, query);
      equal(await store.find(papers, query), expected, JSON.stringify(query));
      equal(await store.find(papers, { ...query, total }), expected, `${JSON.stringify(query)} of ${total}`);
    }
};

large('reads the same page from either end', () =>
  same({ all: shown }, [0, 9_999, 11_000, 12_500, 23_385, 23_399, 40_000]),
);

large('reads the same page of everything from either end', () => same({ all: [] }, [0, 10_001, 25_990]));

large('reads the same page by the elements of an array', () =>
  same(
    {
      all: [
        { field: 'workspace', eq: 'org' },
        { field: 'authors', contains: 'x1' },
      ],
    },
    [0, 3_000, 6_490],
  ),
);

large('searches for a term that most rows have', () => same({ all: shown, terms: ['every'] }, [0, 100, 2_000, 23_390]));

large('searches for several common terms', async () => {
  await same({ all: shown, terms: ['half1', 'everywhere'] }, [0, 5_000]);
  await same({ all: shown, terms: ['half0', 'half1'] }, [0]);
  await same({ all: shown, terms: ['tenth3', 'half'] }, [0, 1_000, 3_000]);
});

large('searches for rare terms, alone and among common ones', async () => {
  await same({ all: shown, terms: ['rare77'] }, [0, 10]);
  await same({ all: [], terms: ['everywhere', 'rare1999', 'tenth'] }, [0, 12]);
  await same({ all: shown, terms: ['nowhere', 'everywhere'] }, [0]);
});

large('searches for a term at the end of the listing only', () =>
  same({ all: shown, terms: ['late', 'every'] }, [0, 9_000]),
);

large('searches within the elements of an array', () =>
  same({ all: [...shown, { field: 'authors', contains: 'x3' }], terms: ['half1'] }, [0, 50, 6_000]),
);

large('counts groups of a search and of an array', async () => {
  for (const where of [{ all: shown, terms: ['every'] }, { all: shown, terms: ['rare7'] }, { all: shown }])
    for (const by of ['type', 'authors', 'year'])
      equal(new Map(await store.groupCounts(papers, where, by)), expectedGroups(rows, where, by));
});

large("counts again after each write, its own or another process's", async () => {
  const where = { all: shown };
  const before = await store.count(papers, where);
  await using other = closing(await openSqliteReadModels({ file: path.join(folder.path, 'read.db') }));
  await other.commit(batch(COUNT + 1, { replace: [paper('new', COUNT + 1)] }));
  is(await store.count(papers, where), before + 1);
  await store.commit(batch(COUNT + 2, { remove: [{ id: 'new', position: COUNT + 2 }] }));
  is(await store.count(papers, where), before);
  is(await other.count(papers, where), before);
});
