/** Projecting a long history from zero: folding alone, end to end, and (with `--full`) memory over a million events. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEmbeddedEventStore } from '../../infra/eventstore/embedded/index.ts';
import { BEGINNING, type Recorded } from '../../domain/event.ts';
import { allProjections } from '../../projections/all.ts';
import { writeHistory } from '../support/history.ts';
import { memoryReadModels } from '../support/memory-read-models.ts';
import { finished, foldBatch, startFolding } from '../../workers/projector/fold-batch.ts';
import { weigh } from '../../workers/projector/weigh.ts';
import { catchUp } from './projection/catch-up.ts';
import { memoryWhileProjecting } from './projection/memory.ts';
import { readRaw, writeRaw } from './projection/raw.ts';
import type { Bench, Measurement } from './report.ts';

const EVENTS = 200_000;
const MANY_EVENTS = 1_000_000;
/** Held in memory whole, for folding alone. */
const FOLDED_EVENTS = 20_000;
const BATCH = 1_000;
const WARM_UP = 0.2;

const perSecond = (events: number, ms: number): number => (events / ms) * 1_000;

const timed = (work: () => unknown): number => {
  const started = performance.now();
  work();
  return performance.now() - started;
};

const fill = async (file: string, events: number): Promise<void> => {
  const store = await openEmbeddedEventStore({ file });
  await writeHistory(store, { events });
  await store.close();
};

/** Events a second through the folds of all projections, rows staying in memory. */
const foldOnly = async (eventsFile: string): Promise<number> => {
  const store = await openEmbeddedEventStore({ file: eventsFile });
  const events: Recorded[] = [];
  for await (const event of store.readAll({ limit: FOLDED_EVENTS })) events.push(event);
  await store.close();
  const foldings = allProjections.map((projection) => startFolding(projection, memoryReadModels(), BEGINNING));
  const started = performance.now();
  for (let from = 0; from < events.length; from += BATCH) {
    const batch = events.slice(from, from + BATCH).map((event) => ({ event, weight: weigh(event.data) }));
    for (const folding of foldings) await foldBatch(folding, batch, { finish: false });
  }
  for (const { rows } of foldings)
    for (const each of rows) for (const { row } of each.take()) if (row !== null) finished(each.fold, row);
  return perSecond(events.length, performance.now() - started);
};

const memory = async (folder: string, report: (measurement: Measurement) => void): Promise<void> => {
  const eventsFile = path.join(folder, 'many-events.db');
  await fill(eventsFile, MANY_EVENTS);
  const ms = await catchUp(eventsFile, path.join(folder, 'many-rows.db'));
  const { lowest, highest } = await memoryWhileProjecting(eventsFile, WARM_UP);
  report({ bench: 'projection', what: 'catching up, a million events', value: perSecond(MANY_EVENTS, ms), unit: 'events/s' }); // prettier-ignore
  report({
    bench: 'projection',
    what: 'resident memory of the projector over a million events, from lowest to highest after a fifth of them',
    value: highest - lowest,
    unit: 'MB',
    note: `from ${lowest.toFixed(0)} to ${highest.toFixed(0)} MB; aim: flat within 50 MB each way`,
  });
};

export const projection: Bench = async (report) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'colophon-bench-'));
  try {
    const file = (name: string): string => path.join(folder, name);
    await fill(file('events.db'), EVENTS);
    const readMs = timed(() => readRaw(file('events.db')));
    report({ bench: 'projection', what: 'folding alone', value: await foldOnly(file('events.db')), unit: 'events/s' });
    const ours = perSecond(EVENTS, await catchUp(file('events.db'), file('rows.db')));
    const writeMs = timed(() => writeRaw(file('rows.db'), file('raw.db')));
    const caughtUp = { bench: 'projection', what: 'catching up from zero', value: ours, unit: 'events/s' };
    report({ ...caughtUp, baseline: { what: 'raw read of the log', value: perSecond(EVENTS, readMs) } });
    report({
      ...caughtUp,
      baseline: { what: 'raw read, rows and indexes written once', value: perSecond(EVENTS, readMs + writeMs) },
      note: 'aim: at least 0.6 of it, and 20,000 events/s',
    });
    if (process.argv.includes('--full')) await memory(folder, report);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
