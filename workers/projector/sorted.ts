/** Catches up with a long log: sorts its events by the rows that they touch, so that each row is folded in memory and written once. */
import type { Delivery, EventStore } from '../../commands/ports.ts';
import { BEGINNING, type Position, type Recorded } from '../../domain/event.ts';
import { batchesOf } from './batches.ts';
import { advance } from './catch-up.ts';
import { partsWith } from './copies.ts';
import { startFolding, type Folding } from './fold-batch.ts';
import { batchesFor, openCatchUp, projectedOf, untilAborted, type GroupDeps, type GroupOptions } from './group.ts';
import { indexIn, partOf, split, type Part } from './part.ts';
import { SpillFailed, type OpenSpill, type Spill } from './ports.ts';

export type SortDeps = GroupDeps & {
  readonly events: Pick<EventStore, 'subscribe' | 'head'>;
  /** Default: nothing is sorted, and a row is written each time that it leaves memory. */
  readonly openSpill?: OpenSpill | undefined;
};

/** Bytes that one pass writes to the file, about. An interruption repeats the pass, which is half as much of the log. */
const MAX_SORTED = 2 * 1024 ** 3;
/** Copies of an event, on average: one for its row, one for its entry in the timeline. */
const COPIES = 2;
/** Folded, an event takes about this many times its bytes. Some parts get more than others. */
const HELD_PER_BYTE = 5;
/** Rows that exist already are loaded, and take about this many times what their new events do. */
const LOADED = 8;
const MAX_PARTS = 512;
/** Share of a pass's time that sorting takes, about. */
const SORTING = 1 / 8;

const fromOf = (foldings: readonly Folding[]): Position => Math.min(...foldings.map(({ position }) => position));

/** How many bytes one pass should sort, as far as the first events tell. Null if all fit in memory, or the signal aborted. */
const bytesToSort = async (deps: SortDeps, foldings: readonly Folding[], part: Part, options: GroupOptions) => {
  const from = fromOf(foldings);
  let bytes = 0;
  for await (const { events, position, caughtUp } of batchesFor(deps, foldings, options)) {
    bytes += events.reduce((sum, { weight }) => sum + weight, 0) / part.of;
    if (caughtUp) return null;
    // An event may be delivered again after later ones.
    if (position <= from || bytes * HELD_PER_BYTE < options.heldBytes) continue;
    const left = (bytes * ((await deps.events.head()) - from)) / (position - from);
    return Math.min(Math.max(bytes, left) * COPIES, MAX_SORTED);
  }
  return null;
};

type Sorted = { readonly position: Position; readonly events: number };

/** Adds about as many bytes as `most`; `add` returns how many it has added. Null if the signal aborted. */
const sort = async (
  deps: SortDeps,
  foldings: readonly Folding[],
  options: GroupOptions,
  most: number,
  add: (event: Recorded) => Promise<number>,
  report: (sorted: Sorted) => void,
): Promise<Sorted | null> => {
  const from = fromOf(foldings);
  let [position, added, events] = [from, 0, 0];
  for await (const batch of batchesFor(deps, foldings, options)) {
    const began = performance.now();
    for (const { event } of batch.events) added += await add(event);
    events += batch.events.length;
    position = Math.max(position, batch.position);
    for (const folding of foldings) options.onBatch(projectedOf(folding, 'filling', batch, began));
    report({ position, events });
    // A pass over repeated deliveries alone would come to nothing, again and again.
    if (batch.caughtUp || (added >= most && position > from)) return { position, events };
  }
  return null;
};

const deliveriesOf = async function* (lines: AsyncIterable<string>, position: Position): AsyncGenerator<Delivery> {
  for await (const line of lines) yield { kind: 'event', event: JSON.parse(line) as Recorded };
  yield { kind: 'caughtUp', position };
};

/** Folds what has been sorted, part by part: one is written while the next is folded. Returns whether it got to the end. */
const foldParts = async (
  deps: SortDeps,
  foldings: readonly Folding[],
  options: GroupOptions,
  { spill, parts, upTo }: { readonly spill: Spill; readonly parts: readonly Part[]; readonly upTo: Position },
  folded: (share: number) => void,
): Promise<boolean> => {
  const { signal, batchSize } = options;
  // Its events were counted when they were sorted.
  const unwatched = { ...options, onBatch: () => undefined, onCaughtUp: () => undefined };
  const catchUp = openCatchUp(deps, unwatched, { movesCheckpoints: false });
  try {
    for (const [index, part] of parts.entries()) {
      const ofPart = foldings.map((folding) =>
        startFolding(partOf(folding.projection, part), deps.readModels, folding.position, folding),
      );
      const batches = batchesOf(deliveriesOf(spill.read(index), upTo), batchSize);
      for await (const batch of untilAborted(batches, signal)) await catchUp.take(ofPart, batch);
      if (signal.aborted) return false;
      folded((index + 1) / parts.length);
    }
    await catchUp.written();
    return true;
  } finally {
    await catchUp.settled();
  }
};

/**
 * Advances the foldings, whose rows are those of `part`, until what is left of the log fits in memory or the signal aborts. Returns how
 * many events it has read.
 */
export const catchUpSorted = async (
  deps: SortDeps,
  foldings: readonly Folding[],
  part: Part,
  options: GroupOptions,
): Promise<number> => {
  const { openSpill, log } = deps;
  let read = 0;
  if (openSpill === undefined || foldings.length === 0) return read;
  const folds = foldings.flatMap(({ projection }) => projection.folds);
  try {
    for (;;) {
      const from = fromOf(foldings);
      const report = (sorted: Sorted, done: number): void => {
        const position = Math.floor(from + (sorted.position - from) * done);
        const events = read + Math.floor(sorted.events * done);
        for (const each of foldings)
          options.onCaughtUp({ projection: each.key, position: Math.max(each.position, position), events });
      };
      const bytes = await bytesToSort(deps, foldings, part, options);
      if (bytes === null) return read;
      const held = (bytes / COPIES) * HELD_PER_BYTE * (from > BEGINNING ? LOADED : 1);
      const count = Math.min(MAX_PARTS, Math.ceil(held / options.heldBytes));
      const spill = await openSpill(count, bytes);
      try {
        const add = async (event: Recorded): Promise<number> => {
          const line = JSON.stringify(event);
          const parts = partsWith(event, folds, (id) => indexIn(part, count, id));
          for (const each of parts) await spill.add(each, line);
          return parts.size * Buffer.byteLength(line);
        };
        const most = Math.min(2 * bytes, MAX_SORTED);
        const sorted = await sort(deps, foldings, options, most, add, (some) => report(some, SORTING));
        if (sorted === null) return read;
        const folded = (share: number): void => report(sorted, SORTING + (1 - SORTING) * share);
        const toFold = { spill, parts: split(part, count), upTo: sorted.position };
        if (!(await foldParts(deps, foldings, options, toFold, folded))) return read;
        read += sorted.events;
        for (const folding of foldings) {
          folding.position = Math.max(folding.position, sorted.position);
          options.onProgress(await advance(deps, folding, folding.position));
        }
      } finally {
        await spill.close();
      }
    }
  } catch (error) {
    if (!(error instanceof SpillFailed)) throw error;
    log.warn({ reason: error.message }, 'catching up without a temporary file: rows are written several times');
    return read;
  }
};
