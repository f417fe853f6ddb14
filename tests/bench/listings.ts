/** Pages of a listing of 200,000 publications, and filling it: the embedded read models against hand-written SQL. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEmbeddedReadModels } from '../../infra/readmodels/embedded/index.ts';
import type { Find, ReadModels, Row } from '../../projections/ports.ts';
import { openRaw, type Raw } from './listings/raw.ts';
import { inventedRows, publications, ROWS, SORTS } from './listings/rows.ts';
import type { Bench, Measurement } from './report.ts';

const BATCH = 1_000;
const REPEATS = 200;
/** A slow statement is asked until it has taken this long. */
const ENOUGH_MS = 1_500;
const PER_PAGE = 20;
const AIM = 'aim: p99 at most 5 ms';

type Report = (measurement: Measurement) => void;
type Asking = { readonly what: string; readonly ask: () => unknown; readonly raw: (() => unknown) | null };

const percentile = (times: readonly number[], part: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;

const timed = async (ask: () => unknown): Promise<readonly number[]> => {
  const times: number[] = [];
  const started = performance.now();
  for (let n = 0; n < REPEATS && (n < 5 || performance.now() - started < ENOUGH_MS); n += 1) {
    const began = performance.now();
    await ask();
    times.push(performance.now() - began);
  }
  return times;
};

const compare = async (report: Report, { what, ask, raw }: Asking): Promise<void> => {
  const ours = await timed(ask);
  const theirs = raw === null ? null : await timed(raw);
  for (const [name, part] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const)
    report({
      bench: 'listings',
      what: `${what}, ${name}`,
      value: percentile(ours, part),
      unit: 'ms',
      ...(theirs === null ? {} : { baseline: { what: 'raw statement', value: percentile(theirs, part) } }),
      ...(part === 0.99 ? { note: AIM } : {}),
    });
};

function* batches(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH);
}

const perSecond = async (work: () => unknown): Promise<number> => {
  const began = performance.now();
  await work();
  return (ROWS / (performance.now() - began)) * 1_000;
};

const filling = async (report: Report, store: ReadModels, raw: Raw, rows: readonly Row[]): Promise<void> => {
  const rate = (what: string, value: number, baseline: number): void =>
    report({ bench: 'listings', what, value, unit: 'rows/s', baseline: { what: 'raw script', value: baseline } });
  await store.create(publications, 'later');
  const ours = await perSecond(async () => {
    for (const replace of batches(rows))
      await store.commit({
        projection: 'bench_v1',
        changes: [{ collection: publications, replace }],
        recounts: [],
        checkpoint: { position: replace.at(-1)?.position ?? 0, phase: 'filling' },
      });
  });
  const theirs = await perSecond(() => raw.fill(batches(rows)));
  rate(`filling ${ROWS} rows`, ours, theirs);
  rate(`indexing ${ROWS} rows`, await perSecond(() => store.index(publications)), await perSecond(() => raw.index()));
};

const askings = (store: ReadModels, raw: Raw): readonly Asking[] => {
  const shown = [{ field: 'public', eq: true }];
  const page = (find: Partial<Find>, terms?: readonly string[]) => (): Promise<readonly Row[]> =>
    store.find(publications, {
      where: { all: shown, ...(terms === undefined ? {} : { terms }) },
      limit: PER_PAGE,
      ...find,
    });
  const depths = [
    ['first page', () => 0],
    ['page 51', () => 1_000],
    ['any page', () => Math.floor(Math.random() * ROWS * 0.95)],
  ] as const;
  const searches = [
    ['a rare word', ['quib']],
    ['a common word', ['dor']],
    ['one letter', ['m']],
    ['what every row has', ['invented']],
    ['a DOI', ['10', '5555', 'invented', '0001234']],
    ['two words', ['ba', 'el']],
    ['nothing', ['zzzz']],
  ] as const;
  return [
    ...SORTS.flatMap((field) =>
      (['asc', 'desc'] as const).flatMap((dir) =>
        depths.map(([depth, offset]) => ({
          what: `by ${field} ${dir}, ${depth}`,
          ask: () => page({ sort: { field, dir }, offset: offset() })(),
          raw: () => raw.page(field, dir, offset()),
        })),
      ),
    ),
    ...searches.flatMap(([what, terms]) =>
      (['title', 'last_fetched_at'] as const).map((field) => ({
        what: `search for ${what}, by ${field}`,
        ask: page({ sort: { field, dir: 'desc' } }, terms),
        raw: () => raw.search(terms.at(-1) ?? '', field, 'desc'),
      })),
    ),
  ];
};

const counting = async (report: Report, store: ReadModels): Promise<void> => {
  for (const [what, terms] of [
    ['all', []],
    ['a common word', ['dor']],
    ['what every row has', ['invented']],
  ] as const) {
    const began = performance.now();
    const where = { all: [{ field: 'public', eq: true }], terms };
    const counted = await store.count(publications, where);
    report({
      bench: 'listings',
      what: `count of ${what} (${counted} rows), the first time after a write`,
      value: performance.now() - began,
      unit: 'ms',
    });
  }
};

export const listings: Bench = async (report) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'colophon-listings-'));
  const store = await openEmbeddedReadModels({ file: path.join(folder, 'read.db') });
  const raw = openRaw(path.join(folder, 'raw.db'));
  try {
    await filling(report, store, raw, [...inventedRows()]);
    await counting(report, store);
    for (const asking of askings(store, raw)) await compare(report, asking);
  } finally {
    await store.close();
    raw.close();
    await rm(folder, { recursive: true, force: true });
  }
};
