/** Folds a batch of events into the rows of one projection, in memory. */
import type { Position, Recorded } from '../../domain/event.ts';
import { isKnownType } from '../../domain/event-types.ts';
import type { RecordedEvent } from '../../domain/events.ts';
import { isOfLaterRelease, LaterRelease, upcast } from '../../domain/upcast.ts';
import { projectionKey, type Fold, type Projection } from '../../projections/define.ts';
import type { ReadModels, Row } from '../../projections/ports.ts';
import type { Weighed } from './batches.ts';
import { holdRows, shownOf, type Held, type HeldRows } from './held-rows.ts';
import type { Allowed, Poison } from './poison.ts';

/** A projection with the rows of it that are in memory. */
export type Folding = {
  readonly projection: Projection;
  readonly key: string;
  readonly rows: readonly HeldRows[];
  /** Of the last event folded or passed over. */
  position: Position;
  readonly loading: Loading;
  /** Ids of events for which a filling may withhold rows and be switched to all the same. */
  readonly allowed: Allowed;
  /** What a filling had to pass over, until that is on record. */
  skipped: readonly Poison[];
  /** How many rows have taken the first event that follows `position`, where they were too heavy to be held together. */
  taken: number;
};

/** A row holds what its events say several times over: as metadata, with its sources, and as columns and terms. */
const ROW_FOR_EVENT = 2;

/**
 * How many rows are looked up in one read, and how many bytes of rows, about, for one portion of a batch: small events may
 * be about rows of thousands of authors, and a batch of them would not fit in memory.
 */
export type Loading = { readonly rows: number; readonly bytes: number };

const LOADING: Loading = { rows: 250, bytes: 8 * 1024 * 1024 };
/** In memory a row is about so much heavier than as it is stored. */
const HEAVIER_IN_MEMORY = 2;

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
  allowed: Allowed = 'all',
  loading: Loading = LOADING,
): Folding => ({
  projection,
  key: projectionKey(projection),
  rows: projection.folds.map((fold) => holdRows(fold, readModels)),
  position,
  allowed,
  loading,
  skipped: [],
  taken: 0,
});

/** The fold's function for an event, whose type the lookup by that type has matched. */
const changeFor = (fold: Fold, type: RecordedEvent['type']): AnyChange | undefined =>
  Object.hasOwn(fold.when, type) ? (fold.when[type] as unknown as AnyChange) : undefined;

/** What an event does to which rows. Throws if it cannot be upcast, or does not name its rows. */
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

/** Of an event that cannot be read: none of its rows can take it. Most rows are named by the stream alone. */
const unreadable = (event: Recorded, all: readonly HeldRows[], error: unknown): readonly Touch[] => {
  const fails = (): never => {
    throw error;
  };
  return all
    .filter(({ fold }) => Object.hasOwn(fold.when, event.type))
    .flatMap((rows) => {
      const ids = rows.fold.ids(event as RecordedEvent);
      return [...new Set(ids)].map((id) => ({ event, rows, held: rows.hold(id), changes: [fails] }));
    });
};

/** Of an event that only a later release can read: what is shown of it without its words, or that it cannot be read. */
const touchesOfLater = (event: Recorded, all: readonly HeldRows[]): readonly Touch[] => {
  const telling = all.filter(({ fold }) => fold.ofLaterRelease !== undefined);
  if (telling.length > 0)
    return telling.map((rows) => {
      const changes = [() => rows.fold.ofLaterRelease?.(event) as Row];
      return { event, rows, held: rows.hold(event.id), changes };
    });
  return unreadable(event, all, new LaterRelease(event));
};

/** The same of any event. Throws if its rows cannot be named. */
const touchesOfAny = (event: Recorded, all: readonly HeldRows[]): readonly Touch[] => {
  if (isOfLaterRelease(event)) return touchesOfLater(event, all);
  try {
    return touchesOf(event, all);
  } catch (error) {
    // It may have been a hiding.
    return unreadable(event, all, error);
  }
};

export type FoldOptions = {
  /** Whether rows are finished after each event, as readers are to see them; else before they are written. */
  readonly finish: boolean;
};

export type FoldedBatch = {
  /** Every row that an event of the batch touches, changed or not, by fold. */
  readonly touched: ReadonlyMap<HeldRows, ReadonlySet<Held>>;
  readonly poison: readonly Poison[];
  /** What the batch adds to memory, bytes, about. */
  readonly weight: number;
  /** What is to be folded when this has been written, since its rows are too heavy to be held with the others. */
  readonly rest: readonly Weighed[];
};

/** An event and what it does; `skipped`: so many of its rows have taken it before. */
type Planned = { readonly event: Recorded; readonly index: number; readonly touches: readonly Touch[]; readonly skipped: number }; // prettier-ignore

/**
 * Applies each event, or as many as memory allows, once to each row it touches: to none whose position is not before the
 * event's. What throws is given back as poison, and its row is withheld. Moves the folding on by what it has applied.
 */
export const foldBatch = async (
  folding: Folding,
  events: readonly Weighed[],
  { finish }: FoldOptions,
): Promise<FoldedBatch> => {
  const { projection, key, loading, rows: all } = folding;
  const counted = new Set(projection.counts.map(({ from }) => from.name));
  const poison: Poison[] = [];
  const spoiled = (event: Recorded, error: unknown, rows?: HeldRows, held?: Held): void => {
    const collection = rows?.fold.collection.name ?? null;
    poison.push({ projection: key, collection, rowId: held?.id ?? null, event, error });
  };

  const planned: Planned[] = [];
  const passedOver = new Map<string, Poison>();
  let weight = 0;
  const load = async (): Promise<void> => {
    for (const rows of all) weight += await rows.load(Math.max(0, loading.bytes - weight) / HEAVIER_IN_MEMORY);
  };
  const waiting = (): number => all.reduce((sum, rows) => sum + rows.unknown, 0);

  const touchesIn = (recorded: Recorded): readonly Touch[] => {
    if (!projection.streams.some((prefix) => recorded.stream.startsWith(prefix))) return [];
    try {
      const touches = touchesOfAny(recorded, all);
      if (!isOfLaterRelease(recorded)) return touches;
      // Of what is passed over, the last of each type stands for all.
      const passed = {
        projection: key,
        collection: null,
        rowId: null,
        event: recorded,
        error: new LaterRelease(recorded),
      };
      if (touches.some(({ rows }) => rows.fold.ofLaterRelease !== undefined))
        passedOver.set(recorded.type, { ...passed, isTold: true });
      else if (touches.length === 0 && !isKnownType(recorded.type)) passedOver.set(recorded.type, passed);
      return touches;
    } catch (error) {
      spoiled(recorded, error);
      return [];
    }
  };

  let isAfter = folding.position;
  for (const [index, { event, weight: heavy }] of events.entries()) {
    if (waiting() >= loading.rows) await load();
    // What could not be loaded any more is for the next portion, and so is what follows it.
    if (waiting() >= loading.rows || (planned.length > 0 && weight >= loading.bytes)) break;
    const isNew = event.position > isAfter;
    isAfter = Math.max(isAfter, event.position);
    const touches = isNew ? touchesIn(event) : [];
    weight += heavy * ROW_FOR_EVENT * new Set(touches.map(({ rows }) => rows)).size;
    const skipped = planned.length === 0 ? folding.taken : 0;
    for (const { rows, held } of touches.slice(0, skipped)) rows.release(held.id);
    planned.push({ event, index, touches, skipped });
  }
  await load();
  poison.push(...passedOver.values());

  const apply = ({ event, rows, held, changes }: Touch): void => {
    if (event.position <= held.position) return;
    const { id, type, stream, revision, position } = event;
    try {
      const changed = changes.reduce((row, change) => change(row), held.row);
      // What is made anew is not known before.
      if (changed === held.row && rows.fold.overwrites !== true) return;
      const isGone = changed === null && held.row !== null;
      if (isGone && counted.has(rows.fold.collection.name))
        throw new CountedRowRemoved(`${rows.fold.collection.name} is counted, so its rows may not be removed`);
      const next = finish && changed !== null ? finished(rows.fold, changed) : changed;
      held.isWithheld &&= !isGone;
      held.row = finish ? shownOf(rows.fold, next, held.isWithheld) : next;
    } catch (error) {
      spoiled(event, error, rows, held);
      held.isWithheld = true;
      if (finish) held.row = shownOf(rows.fold, held.row, true);
    }
    held.position = position;
    held.last = { id, type, stream, revision, position };
    rows.dirtied(held);
  };

  const touched = new Map(all.map((rows) => [rows, new Set<Held>()]));
  let folded = 0;
  for (const { event, index, touches, skipped } of planned) {
    const missing = touches.findIndex(({ held }, n) => n >= skipped && !held.isLoaded);
    const upTo = missing === -1 ? touches.length : missing;
    for (const touch of touches.slice(skipped, upTo)) {
      touched.get(touch.rows)?.add(touch.held);
      apply(touch);
    }
    folding.taken = missing === -1 ? 0 : upTo;
    if (missing !== -1) break;
    folding.position = Math.max(folding.position, event.position);
    folded = index + 1;
  }
  for (const rows of all) rows.release();
  return { touched, poison, weight, rest: events.slice(folded) };
};
