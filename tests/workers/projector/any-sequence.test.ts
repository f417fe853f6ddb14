/** However a projector is interrupted, repeated and restarted, its rows are those of one clean pass. */
import { deepStrictEqual as equal } from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import type { ColophonEvent } from '../../../domain/events.ts';
import type { Projection } from '../../../projections/define.ts';
import type { ReadModels } from '../../../projections/ports.ts';
import { allProjections } from '../../../projections/all.ts';
import { history, type HistoryAppend } from '../../support/history.ts';
import { memoryEventStore, type MemoryEventStore } from '../../support/memory-event-store.ts';
import { emptyStorage, memoryReadModels, type Step } from '../../support/memory-read-models.ts';
import { suite } from '../../support/suite.ts';
import type { Loading } from '../../../workers/projector/fold-batch.ts';
import { plainFold } from './plain-fold.ts';
import { byId, catchUp, kept } from './projecting.ts';
import {
  added,
  cited,
  deleted,
  desk,
  fact,
  hidden,
  jobStream,
  linked,
  named,
  paperStream,
  retried,
  queued,
  readerStream,
  registered,
  reset,
  shelf,
  shown,
  unlinked,
} from './shelf.ts';

class Crash extends Error {}

type Run = {
  /** Appends that happen before it. */
  readonly appends: number;
  readonly batchSize: number;
  readonly heldBytes: number;
  readonly loading: Loading;
  /** Event loop turns before a commit is done, while folding continues. */
  readonly turns: number;
  /** The process dies before the n-th such step of the read models; null = it lives. */
  readonly dies: { readonly before: Step; readonly nth: number } | null;
};

const anyRun: fc.Arbitrary<Run> = fc.record({
  appends: fc.nat(3),
  batchSize: fc.integer({ min: 1, max: 9 }),
  heldBytes: fc.constantFrom(100, 3_000, 100_000),
  loading: fc.record({ rows: fc.constantFrom(1, 2, 250), bytes: fc.constantFrom(1, 1_000, 100_000) }),
  turns: fc.nat(3),
  dies: fc.option(
    fc.record({
      before: fc.constantFrom<Step>('create', 'load', 'row', 'recount', 'recount', 'checkpoint', 'index'),
      nth: fc.nat(8),
    }),
    { freq: 2 },
  ),
});

const slowly = (readModels: ReadModels, turns: number): ReadModels => ({
  ...readModels,
  commit: async (batch) => {
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    await readModels.commit(batch);
  },
});

/** Simulates the runs one after the other, each a process of its own, and a last one to the end. */
const rowsAfter = async (
  projections: readonly Projection[],
  appends: readonly HistoryAppend[],
  runs: readonly Run[],
  repeats: number,
): Promise<{ readonly events: MemoryEventStore; readonly rows: unknown }> => {
  const storage = emptyStorage();
  const events = memoryEventStore({ repeat: ({ position }) => (position % 4 === 0 ? repeats : 0) });
  const coming = [...appends];
  const last: Run = {
    appends: 0,
    batchSize: 5,
    heldBytes: 1_000,
    loading: { rows: 3, bytes: 1_000 },
    turns: 0,
    dies: null,
  };
  // Events that no run appends exist from the start, so that nothing hides what the last crash has left.
  const later = runs.reduce((sum, run) => sum + run.appends, 0);
  const append = async (count: number): Promise<void> => {
    for (const { stream, events: batch } of coming.splice(0, count)) await events.append(stream, batch, 'any');
  };
  await append(Math.max(0, coming.length - later));
  for (const { appends: count, batchSize, heldBytes, loading, turns, dies } of [...runs, last]) {
    await append(count);
    let left = dies?.nth ?? 0;
    const readModels = memoryReadModels({
      storage,
      before: (step) => {
        if (step === dies?.before && left-- === 0) throw new Crash();
      },
    });
    await catchUp(
      { events, readModels: slowly(readModels, turns), projections },
      { batchSize, heldBytes, loading },
    ).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error;
    });
  }
  return { events, rows: byId(kept(storage, projections)) };
};

const names = ['p', 'q', 'r'] as const;
const name = fc.constantFrom(...names);
const on = (stream: (of: string) => string, event: fc.Arbitrary<ColophonEvent>): fc.Arbitrary<HistoryAppend> =>
  fc
    .tuple(name, fc.array(event, { minLength: 1, maxLength: 3 }))
    .map(([of, facts]) => ({ stream: stream(of), events: facts.map(fact) }));

const anyAppend = fc.oneof(
  { weight: 4, arbitrary: on(paperStream, fc.oneof(name.map((doi) => added(doi)), name.map(linked), name.map(linked), name.map(unlinked), fc.nat(9).map(cited), fc.constantFrom(hidden, shown, deleted))) }, // oxfmt-ignore
  { weight: 1, arbitrary: on(readerStream, fc.oneof(name.map(registered), name.map(named))) },
  { weight: 1, arbitrary: on(jobStream, fc.oneof(fc.tuple(name, name).map(([orcid, id]) => queued(orcid, id)), fc.subarray([...names]).map((dois) => retried('j', ...dois)), fc.constant(reset))) }, // oxfmt-ignore
);

const everybody: readonly HistoryAppend[] = [{ stream: readerStream('p'), events: [fact(registered('p'))] }];

const sequences = suite('any sequence of projector runs');

sequences('ends with the rows of one clean pass, for an example projection', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(anyAppend, { minLength: 1, maxLength: 30 }),
      fc.array(anyRun, { maxLength: 8 }),
      fc.nat(3),
      async (appends, runs, repeats) => {
        const { events, rows } = await rowsAfter([shelf, desk], [...everybody, ...appends], runs, repeats);
        equal(rows, byId(await plainFold(events, [shelf, desk])));
      },
    ),
    { numRuns: 100 },
  ),
);

sequences('ends with the rows of one clean pass, for the projections of the catalogue', () =>
  fc.assert(
    fc.asyncProperty(fc.nat(), fc.array(anyRun, { maxLength: 10 }), fc.nat(3), async (seed, runs, repeats) => {
      const appends = [...history({ events: 150, seed, slowEvery: 3 })];
      const spread = runs.map((run) => ({ ...run, batchSize: run.batchSize * 4 }));
      const { events, rows } = await rowsAfter(allProjections, appends, spread, repeats);
      equal(rows, JSON.parse(JSON.stringify(byId(await plainFold(events, allProjections)))));
    }),
    { numRuns: 10 },
  ),
);
