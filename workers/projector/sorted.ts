/** Catches up with a long log: sorts its events by the rows that they touch, so that each row is folded in memory and written once. */
import type { Delivery, EventStore } from '../../commands/ports.ts';
import type { Position, Recorded } from '../../domain/event.ts';
import { batchesOf } from './batches.ts';
import { advance } from './catch-up.ts';
import { copiesOf } from './copies.ts';
import { startFolding, type Folding } from './fold-batch.ts';
import { batchesFor, openCatchUp, untilAborted, type GroupDeps, type GroupOptions } from './group.ts';
import { indexIn, partOf, split, type Part } from './part.ts';
import { SpillFailed, type OpenSpill, type Spill } from './ports.ts';

export type SortDeps = GroupDeps & {
  readonly events: Pick<EventStore, 'subscribe' | 'head'>;
  /** Default: nothing is sorted, and a row is written each time that it leaves memory. */
  readonly openSpill?: OpenSpill | undefined;
};

/** Characters of events sorted at once: the space that they take, and what an interruption has read again. */
const MAX_SORTED = 2 * 1024 ** 3;
/** An event is copied to the parts of its row and of its entry in the timeline. */
const COPIES = 2;
/** Both take about this many times its bytes in memory, and some parts more than others. */
const HELD_PER_BYTE = 5;
const MAX_PARTS = 512;

const fromOf = (foldings: readonly Folding[]): Position => Math.min(...foldings.map(({ position }) => position));

/** How many bytes there are to sort, as far as the first events tell; null if they fit in memory, or the signal aborted. */
const bytesToSort = async (deps: SortDeps, foldings: readonly Folding[], options: GroupOptions) => {
  const from = fromOf(foldings);
  let bytes = 0;
  for await (const { events, position, caughtUp } of batchesFor(deps, foldings, options)) {
    bytes += events.reduce((sum, { weight }) => sum + weight, 0);
    if (caughtUp) return null;
    // An event may be delivered again after later ones.
    if (position <= from || bytes * HELD_PER_BYTE < options.heldBytes) continue;
    const left = (bytes * ((await deps.events.head()) - from)) / (position - from);
    return Math.min(left, MAX_SORTED / COPIES);
  }
  return null;
};

type Sorted = { readonly position: Position; readonly events: number };

/** `add` returns how many characters it has added. Null if the signal aborted. */
const sort = async (
  deps: SortDeps,
  foldings: readonly Folding[],
  options: GroupOptions,
  add: (event: Recorded) => Promise<number>,
  eachBatch: () => void,
): Promise<Sorted | null> => {
  let [reached, added, count] = [fromOf(foldings), 0, 0];
  for await (const { events, position, caughtUp } of batchesFor(deps, foldings, options)) {
    for (const { event } of events) added += await add(event);
    count += events.length;
    reached = Math.max(reached, position);
    eachBatch();
    if (caughtUp || added >= MAX_SORTED) return { position: reached, events: count };
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
  const catchUp = openCatchUp(deps, { ...options, onCaughtUp: () => undefined }, false);
  try {
    for (const [index, part] of parts.entries()) {
      const own = foldings.map((folding) =>
        startFolding(partOf(folding.projection, part), deps.readModels, folding.position, folding),
      );
      const batches = batchesOf(deliveriesOf(spill.read(index), upTo), batchSize);
      for await (const batch of untilAborted(batches, signal)) await catchUp.take(own, batch);
      if (signal.aborted) return false;
      folded((index + 1) / parts.length);
    }
    await catchUp.written();
    return true;
  } finally {
    await catchUp.settled();
  }
};

/** Advances the foldings, whose rows are those of `part`, until what is left of the log fits in memory or the signal aborts. */
export const catchUpSorted = async (
  deps: SortDeps,
  foldings: readonly Folding[],
  part: Part,
  options: GroupOptions,
): Promise<void> => {
  const { openSpill, log } = deps;
  if (openSpill === undefined || foldings.length === 0) return;
  const folds = foldings.flatMap(({ projection }) => projection.folds);
  const report = (position: Position, events: number): void => {
    for (const { key } of foldings) options.onCaughtUp({ projection: key, position, events });
  };
  let events = 0;
  try {
    for (;;) {
      const from = fromOf(foldings);
      const bytes = await bytesToSort(deps, foldings, options);
      if (bytes === null) return;
      const count = Math.min(MAX_PARTS, Math.ceil((bytes * HELD_PER_BYTE) / options.heldBytes));
      const spill = await openSpill(count, bytes * COPIES);
      try {
        const add = async (event: Recorded): Promise<number> => {
          const copies = copiesOf(event, folds, (id) => indexIn(part, count, id));
          for (const copy of copies) await spill.add(copy.part, copy.line);
          return copies.reduce((sum, { line }) => sum + line.length, 0);
        };
        const sorted = await sort(deps, foldings, options, add, () => report(from, events));
        if (sorted === null) return;
        const upTo = sorted.position;
        const folded = (share: number): void =>
          report(Math.floor(from + (upTo - from) * share), events + Math.floor(sorted.events * share));
        if (!(await foldParts(deps, foldings, options, { spill, parts: split(part, count), upTo }, folded))) return;
        events += sorted.events;
        for (const folding of foldings) {
          folding.position = Math.max(folding.position, upTo);
          options.onProgress(await advance(deps, folding, folding.position));
        }
      } finally {
        await spill.close();
      }
    }
  } catch (error) {
    if (!(error instanceof SpillFailed)) throw error;
    log.warn({ reason: error.message }, 'there is no temporary space: rows are written several times');
  }
};
