/** Pages of a listing as it grows, and filling it: the embedded read models beside hand-written SQL. */
import path from 'node:path';
import { TOTAL } from '../../domain/limits.ts';
import { openSqliteReadModels } from '../../infra/sqlite/rows/index.ts';
import type { Find, ReadModels, Row } from '../../projections/ports.ts';
import { openRaw, type Raw } from './listings/raw.ts';
import { inventedRows, publications, SORTS } from './listings/rows.ts';
import { inventedOrcid } from '../support/history/papers.ts';
import { atMost, type Aim, type Bench, type Report } from './report.ts';
import { progress } from './support/progress.ts';
import { freshFolder } from './support/run-folder.ts';
import { elapsed, perSecond, repeated, reportLatency } from './support/timing.ts';

const BATCH = 1_000;
const REPEATS = 1_000;
const ENOUGH_MS = 600;
const PER_PAGE = 20;
const FAR = 10_000;
const FIRST_PAGE = atMost(5);
const FAR_PAGE = atMost(25);
const RAW = 'hand-written SQL';

type Asking = { readonly what: string; readonly aim: Aim; readonly ask: () => unknown; readonly raw: () => unknown };

const batches = function* (rows: Iterable<Row>): Generator<readonly Row[]> {
  let batch: Row[] = [];
  for (const row of rows)
    if (batch.push(row) === BATCH) {
      yield batch;
      batch = [];
    }
  if (batch.length > 0) yield batch;
};

/** The time for generating the rows is not measured. */
const working = async (all: Iterable<readonly Row[]>, work: (batch: readonly Row[]) => unknown): Promise<number> => {
  let ms = 0;
  for (const batch of all) ms += await elapsed(() => work(batch));
  return ms;
};

const filling = async (report: Report, store: ReadModels, raw: Raw, size: number): Promise<void> => {
  const rate = (what: string, value: number, theirs: number): void =>
    report({ what, value, unit: 'rows/s', baseline: { what: RAW, value: theirs } });
  await store.create(publications, 'later');
  progress(`filling a listing with ${size.toLocaleString('en')} rows`);
  const ours = await working(batches(inventedRows(size)), (replace) =>
    store.commit({
      projection: 'bench_v1',
      changes: [{ collection: publications, replace }],
      recounts: [],
      checkpoint: { position: replace.at(-1)?.position ?? 0, phase: 'filling' },
    }),
  );
  const theirs = await working(batches(inventedRows(size)), (batch) => raw.fill([batch]));
  rate('filling', (size / ours) * 1_000, (size / theirs) * 1_000);
  progress('indexing it');
  rate('indexing', await perSecond(size, () => store.index(publications)), await perSecond(size, () => raw.index()));
};

/** `total`: of the rows shown. */
const pages = (store: ReadModels, raw: Raw, size: number, total: number): readonly Asking[] => {
  const shown = [{ field: 'public', eq: true }];
  const last = Math.floor((size * 0.9) / PER_PAGE);
  const depths = [
    { depth: 'page 1', offset: () => 0, aim: FIRST_PAGE },
    ...(last < FAR
      ? []
      : [{ depth: `page ${FAR.toLocaleString('en')}`, offset: () => (FAR - 1) * PER_PAGE, aim: FAR_PAGE }]),
    { depth: 'any page', offset: () => Math.floor(Math.random() * last) * PER_PAGE, aim: FAR_PAGE },
  ];
  return SORTS.flatMap((field) =>
    (['asc', 'desc'] as const).flatMap((dir) =>
      depths.map(({ depth, offset, aim }) => ({
        what: `by ${field} ${dir}, ${depth}`,
        aim,
        ask: () =>
          store.find(publications, {
            where: { all: shown },
            sort: { field, dir },
            offset: offset(),
            limit: PER_PAGE,
            total,
          }),
        raw: () => raw.page(field, dir, offset()),
      })),
    ),
  );
};

const SEARCHES = [
  ['a rare word', ['quib']],
  ['a common word', ['dor']],
  ['one letter', ['m']],
  ['what every row has', ['invented']],
  ['a DOI', ['10', '5555', 'invented', '0001234']],
  ['two words', ['ba', 'el']],
  ['nothing', ['zzzz']],
] as const;

/** Filters of the listing: with an index of its own, along the sort, or row by row. */
const FILTERS = [
  { what: 'of a person, by last_fetched_at', conditions: [{ field: 'author_orcids', contains: inventedOrcid(7) }], field: 'last_fetched_at' }, // oxfmt-ignore
  { what: 'of a year, by last_fetched_at', conditions: [{ field: 'publication_year', eq: 2020 }], field: 'last_fetched_at' }, // oxfmt-ignore
  { what: 'of a year, by title', conditions: [{ field: 'publication_year', eq: 2020 }], field: 'title' },
  { what: 'cited 800 times, by cited_by_count', conditions: [{ field: 'cited_by_count', gte: 800 }], field: 'cited_by_count' }, // oxfmt-ignore
  { what: 'cited 800 times, by title', conditions: [{ field: 'cited_by_count', gte: 800 }], field: 'title' },
] as const;

const narrowed = (store: ReadModels, raw: Raw): readonly Asking[] => {
  const shown = { field: 'public', eq: true };
  const page = (all: Find['where']['all'], field: string, terms?: readonly string[]): Promise<readonly Row[]> =>
    store.find(publications, {
      where: { all: [shown, ...all], ...(terms && { terms }) },
      sort: { field, dir: 'desc' },
      limit: PER_PAGE,
    });
  return [
    ...FILTERS.map(({ what, conditions, field }) => ({
      what,
      aim: FIRST_PAGE,
      ask: () => page(conditions, field),
      raw: () => raw.narrowed(conditions[0], field),
    })),
    ...SEARCHES.flatMap(([what, terms]) =>
      (['title', 'last_fetched_at'] as const).map((field) => ({
        what: `search for ${what}, by ${field}`,
        aim: FIRST_PAGE,
        ask: () => page([], field, terms),
        raw: () => raw.search(terms, field),
      })),
    ),
  ];
};

/** Of all rows, and of no more than a request counts. The number of those that are shown. */
const counting = async (report: Report, store: ReadModels): Promise<number> => {
  const shown = { field: 'public', eq: true } as const;
  for (const [what, terms] of [
    ['all', []],
    ['a common word', ['dor']],
    ['what every row has', ['invented']],
  ] as const) {
    for (const [how, most] of [
      ['', undefined],
      [`, at most ${TOTAL.exact}`, TOTAL.exact],
    ] as const) {
      let counted = 0;
      const ms = await elapsed(async () => {
        counted = await store.count(publications, { all: [shown], terms }, most);
      });
      report({ what: `count of ${what}${how}`, value: ms, unit: 'ms', note: `${counted} rows` });
    }
  }
  return store.count(publications, { all: [shown] });
};

export const listings: Bench = {
  about: `A listing of this many publications of 2 KB in the embedded read models, without HTTP: pages of ${PER_PAGE}, parsed, by
each sort, filtered and searched. Beside it, hand-written SQL for this one table: the same columns, indexes and
full-text index, finding the page by index first and then its documents. Up to ${REPEATS} times each, and no longer than about half a second.`,
  sizes: { of: 'rows', each: [10_000, 100_000, 1_000_000] },
  measure: async (report, size) => {
    const folder = await freshFolder('listings');
    const store = await openSqliteReadModels({ file: path.join(folder, 'read.db') });
    const raw = openRaw(path.join(folder, 'raw.db'));
    await filling(report, store, raw, size);
    const total = await counting(report, store);
    for (const { what, aim, ask, raw: byHand } of [...pages(store, raw, size, total), ...narrowed(store, raw)]) {
      const times = await repeated(ask, { repeats: REPEATS, enoughMs: ENOUGH_MS });
      const theirs = await repeated(byHand, { repeats: REPEATS, enoughMs: ENOUGH_MS });
      reportLatency(report, { what, times, aim, baseline: { what: RAW, times: theirs } });
    }
    await store.close();
    raw.close();
  },
};
