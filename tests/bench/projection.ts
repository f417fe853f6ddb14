/** Building all rows from the beginning in one pass, beside reading the log and writing the finished rows by hand. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { openSqliteEventStore } from '../../infra/sqlite/events/index.ts';
import { BEGINNING, type Recorded } from '../../domain/event.ts';
import { allProjections } from '../../projections/all.ts';
import { memoryReadModels } from '../support/memory-read-models.ts';
import { finished, foldBatch, startFolding } from '../../workers/projector/fold-batch.ts';
import type { Weighed } from '../../workers/projector/batches.ts';
import { weigh } from '../../workers/projector/held-rows.ts';
import { catchUp } from './projection/catch-up.ts';
import { memoryWhileProjecting } from './projection/memory.ts';
import { bytesIn, readRaw, writeRaw } from './projection/raw.ts';
import { atLeast, atMost, ratioAtLeast, type Bench, type Report } from './report.ts';
import { giveRows, logOf } from './support/installations.ts';
import { progress } from './support/progress.ts';
import { freshFolder } from './support/run-folder.ts';
import { elapsed, median, perSecond } from './support/timing.ts';

/** Long enough to be measured once. */
const LONG = 1_000_000;
const ROUNDS = 3;
/** Entirely in memory, for folding alone. */
const FOLDED_EVENTS = 20_000;
const BATCH = 1_000;
const WARM_UP = 0.2;
const UNIT = 'events/s';

/** Bytes of rows per event of the same logs, when a record was stored for its workspace, for the public and for its citation. */
const BYTES_BEFORE: Readonly<Record<number, number>> = { 10_000: 4_377, 100_000: 4_281 };

/** Events a second through the folds of all projections, with rows in memory. */
const foldOnly = async (eventsFile: string): Promise<number> => {
  const store = await openSqliteEventStore({ file: eventsFile });
  const events: Recorded[] = [];
  for await (const event of store.readAll({ limit: FOLDED_EVENTS })) events.push(event);
  await store.close();
  const foldings = allProjections.map((projection) =>
    startFolding(projection, memoryReadModels(), { position: BEGINNING }),
  );
  return perSecond(events.length, async () => {
    for (let from = 0; from < events.length; from += BATCH) {
      const batch = events.slice(from, from + BATCH).map((event) => ({ event, weight: weigh(event.data) }));
      for (const folding of foldings)
        for (let rest: readonly Weighed[] = batch; rest.length > 0;)
          ({ rest } = await foldBatch(folding, rest, { finish: false }));
    }
    for (const { rows } of foldings)
      for (const each of rows) for (const { row } of each.pending()) if (row !== null) finished(each.fold, row);
  });
};

const memory = async (report: Report, log: string): Promise<void> => {
  progress('making rows once more, watched from outside');
  const what = 'memory of a projector by itself, from lowest to highest after a fifth of the events';
  const resident = await memoryWhileProjecting(log, WARM_UP);
  if (resident === null) {
    report({ what, skipped: 'this system does not tell' });
    return;
  }
  const { lowest, highest } = resident;
  report({
    what,
    value: highest - lowest,
    unit: 'MiB',
    aim: atMost(100),
    note: `resident, from ${lowest.toFixed(0)} to ${highest.toFixed(0)} MiB`,
  });
};

export const projection: Bench = {
  about: `Building every row of every projection from a log of this many events, with indexes, search and counts, in one pass:
embedded, as a new release or \`colophon projections rebuild --all\` does it. Beside it, a script that reads and parses
the log, and one that also writes the finished rows once, with the same indexes: no fold, no look-up, no
checkpoint. Medians of ${ROUNDS} rounds; at a million, one. Folding alone keeps the rows in memory.
The size of rows when a record was stored three times was measured once, with the release before this changed.`,
  sizes: { of: 'events', each: [10_000, 100_000, 1_000_000] },
  measure: async (report, size) => {
    const [log, folder] = [await logOf(size), await freshFolder('projection')];
    const file = (name: string): string => path.join(folder, name);
    report({ what: 'folding alone', value: await foldOnly(log), unit: UNIT });
    const [read, made, written]: [number[], number[], number[]] = [[], [], []];
    let bytes = 0;
    for (let round = 0; round < (size >= LONG ? 1 : ROUNDS); round += 1) {
      const [rows, byHand] = [file(`rows-${round}.db`), file(`by-hand-${round}.db`)];
      progress(`making rows, round ${round + 1}`);
      read.push(await elapsed(() => readRaw(log)));
      made.push(await catchUp(log, rows));
      written.push(await elapsed(() => writeRaw(rows, byHand)));
      bytes = bytesIn(rows);
      await rm(byHand);
      await giveRows(size, rows);
    }
    const rate = (ms: number): number => (size / ms) * 1_000;
    const value = rate(median(made));
    report({
      what: 'making all rows',
      value,
      unit: UNIT,
      baseline: { what: 'reading, and writing each row once', value: rate(median(read) + median(written)) },
      aim: ratioAtLeast(0.8),
    });
    report({
      what: 'making all rows, against reading alone',
      value,
      unit: UNIT,
      baseline: { what: 'reading', value: rate(median(read)) },
      ...(size >= LONG ? { aim: atLeast(25_000) } : {}),
    });
    const before = BYTES_BEFORE[size];
    report({
      ...{ what: 'rows with their indexes', value: bytes / size, unit: 'bytes an event' },
      ...(before === undefined ? {} : { baseline: { what: 'a record stored three times', value: before } }),
    });
    if (size >= LONG) await memory(report, log);
  },
};
