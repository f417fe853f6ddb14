/** Catches up with a long log: sorts its events by the rows that they touch, so that each row is folded in memory and written once. */
import type { Delivery, EventStore } from '../../commands/ports.ts';
import type { Position, Recorded } from '../../domain/event.ts';
import type { Fold } from '../../projections/define.ts';
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

/** Bytes of events sorted at once, about: the space that they take, and what an interruption has read again. */
const SORTED_BYTES = 1024 ** 3;
/** An event's row and its entry in the timeline take about this many times its bytes, and some parts more than others. */
const HELD_PER_BYTE = 5;
/** … and is added to the parts of both. */
const COPIES = 2;
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
    return Math.min(left, SORTED_BYTES);
  }
  return null;
};

type Sorted = { readonly position: Position; readonly events: number };

/** Null if the signal aborted. */
const sort = async (
  deps: SortDeps,
  foldings: readonly Folding[],
  options: GroupOptions,
  add: (event: Recorded, folds: readonly Fold[]) => Promise<void>,
): Promise<Sorted | null> => {
  const folds = foldings.flatMap(({ projection }) => projection.folds);
  let [reached, bytes, count] = [fromOf(foldings), 0, 0];
  for await (const { events, position, caughtUp } of batchesFor(deps, foldings, options)) {
    for (const { event, weight } of events) {
      bytes += weight;
      await add(event, folds);
    }
    count += events.length;
    reached = Math.max(reached, position);
    if (caughtUp || bytes >= SORTED_BYTES) return { position: reached, events: count };
  }
  return null;
};

const deliveriesOf = async function* (lines: AsyncIterable<string>, position: Position): AsyncGenerator<Delivery> {
  for await (const line of lines) yield { kind: 'event', event: JSON.parse(line) as Recorded };
  yield { kind: 'caughtUp', position };
};

/** Folds what has been sorted, part by part: one is written while the next is folded. Returns whether it got to the end. */
const foldSorted = async (
  deps: SortDeps,
  foldings: readonly Folding[],
  options: GroupOptions,
  { spill, parts, sorted, before }: { spill: Spill; parts: readonly Part[]; sorted: Sorted; before: number },
): Promise<boolean> => {
  const { signal, batchSize, onProgress, onCaughtUp } = options;
  const from = fromOf(foldings);
  const catchUp = openCatchUp(deps, { ...options, onCaughtUp: () => undefined }, false);
  try {
    for (const [index, part] of parts.entries()) {
      const partial = foldings.map((folding) =>
        startFolding(partOf(folding.projection, part), deps.readModels, folding.position, folding),
      );
      const batches = batchesOf(deliveriesOf(spill.read(index), sorted.position), batchSize);
      for await (const batch of untilAborted(batches, signal)) await catchUp.take(partial, batch);
      if (signal.aborted) return false;
      const share = (index + 1) / parts.length;
      const position = Math.floor(from + (sorted.position - from) * share);
      const events = before + Math.floor(sorted.events * share);
      for (const { key } of foldings) onCaughtUp({ projection: key, position, events });
    }
    await catchUp.written();
  } finally {
    await catchUp.settled();
  }
  for (const folding of foldings) {
    folding.position = Math.max(folding.position, sorted.position);
    onProgress(await advance(deps, folding, folding.position));
  }
  return true;
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
  let before = 0;
  try {
    for (;;) {
      const bytes = await bytesToSort(deps, foldings, options);
      if (bytes === null) return;
      const count = Math.min(MAX_PARTS, Math.ceil((bytes * HELD_PER_BYTE) / options.heldBytes));
      const spill = await openSpill(count, bytes * COPIES);
      try {
        const sorted = await sort(deps, foldings, options, async (event, folds) => {
          for (const copy of copiesOf(event, folds, (id) => indexIn(part, count, id)))
            await spill.add(copy.part, copy.line);
        });
        if (sorted === null) return;
        const parts = split(part, count);
        if (!(await foldSorted(deps, foldings, options, { spill, parts, sorted, before }))) return;
        before += sorted.events;
      } finally {
        await spill.close();
      }
    }
  } catch (error) {
    if (!(error instanceof SpillFailed)) throw error;
    log.warn({ reason: error.message }, 'there is no temporary space: rows are written several times');
  }
};
