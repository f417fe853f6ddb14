/** Folds a batch of events into the rows of one projection, in memory. */
import type { Position, Recorded } from '../../domain/event.ts';
import { isKnownType } from '../../domain/event-types.ts';
import type { RecordedEvent } from '../../domain/events.ts';
import { isOfLaterRelease, LaterRelease, upcast } from '../../domain/upcast.ts';
import { projectionKey, type Fold, type Projection } from '../../projections/define.ts';
import type { ReadModels, Row } from '../../projections/ports.ts';
import type { Weighed } from './batches.ts';
import { holdRows, type Held, type HeldRows } from './held-rows.ts';
import { NO_CARE, type Care, type Poison } from './poison.ts';

/** A projection with the rows of it that are in memory. */
export type Folding = {
  readonly projection: Projection;
  readonly key: string;
  readonly rows: readonly HeldRows[];
  /** Of the last event folded or passed over. */
  position: Position;
  readonly care: Care;
  readonly loading: Loading;
  /** What a filling was allowed to skip, until that is on record. */
  skipped: readonly Poison[];
};

/** A row holds what its events say several times over: as metadata, with its sources, and as columns and terms. */
const ROW_FOR_EVENT = 2;

/**
 * How many rows are looked up in one read, and how many bytes of rows, about, for one portion of a batch: small events may
 * be about rows of thousands of authors, and a batch of them would not fit in memory.
 */
export type Loading = { readonly rows: number; readonly bytes: number };

const LOADING: Loading = { rows: 250, bytes: 16 * 1024 * 1024 };

type AnyChange = (row: Row | null, event: RecordedEvent, id: string) => Row | null;

/** One event at one row: the changes of all its parts, which are made together or not at all. */
type Touch = {
  readonly event: Recorded;
  readonly rows: HeldRows;
  readonly held: Held;
  readonly changes: ((row: Row | null) => Row | null)[];
};

/** A collection that others count must keep a row for what is gone, or a replay could not tell what to count anew. */
class CountedRowRemoved extends Error {
  override readonly name = 'CountedRowRemoved';
}

export const startFolding = (
  projection: Projection,
  readModels: ReadModels,
  position: Position,
  care: Care = NO_CARE,
  loading: Loading = LOADING,
): Folding => ({
  projection,
  key: projectionKey(projection),
  rows: projection.folds.map((fold) => holdRows(fold, readModels)),
  position,
  care,
  loading,
  skipped: [],
});

/** The fold's function for an event, whose type the lookup by that type has matched. */
const changeFor = (fold: Fold, type: RecordedEvent['type']): AnyChange | undefined =>
  Object.hasOwn(fold.when, type) ? (fold.when[type] as unknown as AnyChange) : undefined;

/** What an event does to which rows. Throws if it cannot be upcast, or its rows cannot be named. */
const touchesOf = (event: Recorded, all: readonly HeldRows[]): readonly Touch[] => {
  const touches = new Map<Held, Touch>();
  for (const part of upcast(event))
    for (const rows of all) {
      const change = changeFor(rows.fold, part.type);
      for (const id of change === undefined ? [] : new Set(rows.fold.ids(part))) {
        const held = rows.hold(id);
        const touch: Touch = touches.get(held) ?? { event, rows, held, changes: [] };
        touch.changes.push((row) => change?.(row, part, id) ?? null);
        touches.set(held, touch);
      }
    }
  return [...touches.values()];
};

export const finished = (fold: Fold, row: Row): Row => (fold.finish?.(row) as Row | undefined) ?? row;

export type FoldOptions = {
  /** Whether rows are finished after each event, so that one that cannot be is poison; else before they are written. */
  readonly finish: boolean;
};

export type FoldedBatch = {
  /** Every row that an event of the batch touches, changed or not, by fold. */
  readonly touched: ReadonlyMap<HeldRows, ReadonlySet<Held>>;
  readonly poison: readonly Poison[];
  /** What the batch adds to memory, bytes, about. */
  readonly weight: number;
  /** Of the last event folded. */
  readonly position: Position;
  /** What is to be folded when this has been written, since its rows are too heavy to be held with the others. */
  readonly rest: readonly Weighed[];
};

/**
 * Applies each event, or as many as memory allows, once to each row it touches: to none whose position is not before the
 * event's. What throws is given back as poison, and leaves its row as it was.
 */
export const foldBatch = async (
  folding: Folding,
  events: readonly Weighed[],
  { finish }: FoldOptions,
): Promise<FoldedBatch> => {
  const { projection, key, loading } = folding;
  const counted = new Set(projection.counts.map(({ from }) => from.name));
  const poison: Poison[] = [];
  const spoiled = (event: Recorded, error: unknown, rows?: HeldRows, held?: Held): void => {
    const collection = rows?.fold.collection.name ?? null;
    poison.push({ projection: key, collection, rowId: held?.id ?? null, event, error });
  };

  const touches: Touch[] = [];
  let [added, loaded, folded] = [0, 0, 0];
  const load = async (): Promise<void> => {
    for (const rows of folding.rows) loaded += await rows.load();
  };
  const unknown = new Map<string, Recorded>();
  const touchLater = (event: Recorded): void => {
    const telling = folding.rows.filter(({ fold }) => fold.ofLaterRelease !== undefined);
    for (const rows of telling)
      touches.push({
        event,
        rows,
        held: rows.hold(event.id),
        changes: [() => rows.fold.ofLaterRelease?.(event) as Row],
      });
    if (telling.length > 0) return;
    if (!isKnownType(event.type)) unknown.set(event.type, event);
    else if (folding.rows.some(({ fold }) => Object.hasOwn(fold.when, event.type)))
      spoiled(event, new LaterRelease(event));
  };
  for (const { event: recorded, weight } of events) {
    if (folding.rows.reduce((sum, rows) => sum + rows.unknown, 0) >= loading.rows) await load();
    if (loaded >= loading.bytes) break;
    folded += 1;
    if (recorded.position <= folding.position) continue;
    folding.position = recorded.position;
    if (!projection.streams.some((prefix) => recorded.stream.startsWith(prefix))) continue;
    if (isOfLaterRelease(recorded)) {
      touchLater(recorded);
      continue;
    }
    try {
      const own = touchesOf(recorded, folding.rows);
      touches.push(...own);
      added += weight * ROW_FOR_EVENT * new Set(own.map(({ rows }) => rows)).size;
    } catch (error) {
      spoiled(recorded, error);
    }
  }

  // Of a type that nobody here knows, one stands for all.
  for (const event of unknown.values()) spoiled(event, new LaterRelease(event));

  await load();

  const touched = new Map(folding.rows.map((rows) => [rows, new Set<Held>()]));
  for (const { event, rows, held, changes } of touches) {
    touched.get(rows)?.add(held);
    if (event.position <= held.position) continue;
    try {
      const changed = changes.reduce((row, change) => change(row), held.row);
      // What is made anew is not known before.
      if (changed === held.row && rows.fold.anew !== true) continue;
      const next = finish && changed !== null ? finished(rows.fold, changed) : changed;
      if (next === null && counted.has(rows.fold.collection.name))
        throw new CountedRowRemoved(`${rows.fold.collection.name} is counted, so its rows may not be removed`);
      held.row = next;
      held.position = event.position;
      rows.dirtied(held);
    } catch (error) {
      spoiled(event, error, rows, held);
    }
  }
  return { touched, poison, weight: added + loaded, position: folding.position, rest: events.slice(folded) };
};
