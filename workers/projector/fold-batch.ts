/** Folds a batch of events into the rows of one projection, in memory: collects the rows that it touches, loads them, applies it. */
import type { Position, Recorded } from '../../domain/event.ts';
import { isKnownType } from '../../domain/undo/index.ts';
import { isOfLaterRelease, LaterRelease } from '../../domain/upcast.ts';
import { projectionKey, type Fold, type Projection } from '../../projections/define.ts';
import type { ReadModels, Row } from '../../projections/ports.ts';
import type { Weighed } from './batches.ts';
import { holdRows, shownOf, type Held, type HeldRows } from './held-rows.ts';
import type { Allowed, Poison } from './poison.ts';
import { touchesOf, type Touch } from './touches.ts';

/** A projection with the rows of it that are in memory. */
export type Folding = {
  readonly projection: Projection;
  readonly key: string;
  /** The name under which it keeps its checkpoint: the key, but for a part of a catch-up. */
  readonly checkpointKey: string;
  readonly rows: readonly HeldRows[];
  /** Of the last event folded or passed over. */
  position: Position;
  readonly loading: Loading;
  /** Ids of events for which a catch-up may withhold rows and be switched to all the same. */
  readonly allowed: Allowed;
  /** What a catch-up had to pass over, until that is on record. */
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

/** A collection that others count must keep a row for what is gone, or a replay could not tell what to recount. */
class CountedRowRemoved extends Error {
  override readonly name = 'CountedRowRemoved';
}

/** Written under the id that it says it has, it would take the place of another row, or stop every row where it says none. */
class OtherRow extends Error {
  override readonly name = 'OtherRow';
}

export type FoldingOptions = {
  readonly allowed?: Allowed | undefined;
  readonly loading?: Loading | undefined;
  /** Default: the key of the projection. */
  readonly checkpointKey?: string;
};

export const startFolding = (
  projection: Projection,
  readModels: ReadModels,
  position: Position,
  { allowed = 'all', loading = LOADING, checkpointKey = projectionKey(projection) }: FoldingOptions = {},
): Folding => ({
  projection,
  key: projectionKey(projection),
  checkpointKey,
  rows: projection.folds.map((fold) => holdRows(fold, readModels)),
  position,
  allowed,
  loading,
  skipped: [],
  taken: 0,
});

export const finished = (fold: Fold, row: Row): Row => (fold.finish?.(row) as Row | undefined) ?? row;

export type FoldOptions = {
  /**
   * Whether rows are finished after each event, as readers are to see them; else before they are written. Then rows that only brief
   * events touch are not loaded whole.
   */
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

/** An event of the batch and what it does; `skipped`: so many of its rows have taken it before. */
type Collected = { readonly event: Recorded; readonly touches: readonly Touch[]; readonly skipped: number };

const poisonOf = ({ key }: Folding, event: Recorded, error: unknown, touch?: Touch): Poison => ({
  projection: key,
  collection: touch?.rows.fold.collection.name ?? null,
  rowId: touch?.held.id ?? null,
  event,
  error,
});

/** What is on record of an event that only a later release can read; null if its rows are, or need not be. */
const passedOver = (folding: Folding, event: Recorded, touches: readonly Touch[]): Poison | null => {
  if (!isOfLaterRelease(event)) return null;
  const poison = poisonOf(folding, event, new LaterRelease(event));
  if (touches.some(({ rows }) => rows.fold.ofLaterRelease !== undefined)) return { ...poison, isTold: true };
  return touches.length === 0 && !isKnownType(event.type) ? poison : null;
};

/** The rows that each event touches, as many as memory allows, loaded as they come. What they add to memory, bytes, about. */
const collect = async (
  folding: Folding,
  events: readonly Weighed[],
  { finish }: FoldOptions,
): Promise<{
  readonly collected: readonly Collected[];
  readonly poison: readonly Poison[];
  readonly weight: number;
}> => {
  const { projection, loading, rows: all } = folding;
  const collected: Collected[] = [];
  const poison: Poison[] = [];
  // Of what is passed over, the last of each type stands for all.
  const passed = new Map<string, Poison>();
  let weight = 0;
  const load = async (): Promise<void> => {
    for (const rows of all) {
      const room = Math.max(0, loading.bytes - weight) / HEAVIER_IN_MEMORY;
      weight += await rows.load(room, folding.position);
    }
  };
  const isFull = (): boolean => all.reduce((sum, rows) => sum + rows.unknown, 0) >= loading.rows;
  const touchesIn = (event: Recorded): readonly Touch[] => {
    if (!projection.streams.some((prefix) => event.stream.startsWith(prefix))) return [];
    try {
      const touches = touchesOf(event, all, finish);
      const unread = passedOver(folding, event, touches);
      if (unread !== null) passed.set(event.type, unread);
      return touches;
    } catch (error) {
      poison.push(poisonOf(folding, event, error));
      return [];
    }
  };

  let isAfter = folding.position;
  for (const { event, weight: heavy } of events) {
    if (isFull()) await load();
    // What could not be loaded any more is for the next portion, and so is what follows it.
    if (isFull() || (collected.length > 0 && weight >= loading.bytes)) break;
    const touches = event.position > isAfter ? touchesIn(event) : [];
    isAfter = Math.max(isAfter, event.position);
    weight += heavy * ROW_FOR_EVENT * new Set(touches.map(({ rows }) => rows)).size;
    const skipped = collected.length === 0 ? folding.taken : 0;
    for (const { rows, held } of touches.slice(0, skipped)) rows.release(held.id);
    collected.push({ event, touches, skipped });
  }
  await load();
  return { collected, poison: [...poison, ...passed.values()], weight };
};

/** Folds one event into one row. What it throws, as poison: then the row is withheld. */
const apply = (folding: Folding, touch: Touch, { finish }: FoldOptions): Poison | null => {
  const { event, rows, held, changes } = touch;
  const { fold } = rows;
  if (event.position <= held.position) return null;
  const { id, type, stream, revision, position } = event;
  let poison: Poison | null = null;
  try {
    const changed = changes.reduce((row, change) => change(row), held.row);
    // A row that is overwritten is not known before.
    if (changed === held.row && fold.overwrites !== true) return null;
    if (changed !== null && !held.isBrief && changed.id !== held.id)
      throw new OtherRow(`a fold of ${fold.collection.name} answered with the row of another id`);
    const isGone = changed === null && held.row !== null;
    if (isGone && folding.projection.counts?.some(({ from }) => from.name === fold.collection.name))
      throw new CountedRowRemoved(`${fold.collection.name} is counted, so its rows may not be removed`);
    const isFinished = finish && !held.isBrief;
    const next = isFinished && changed !== null ? finished(fold, changed) : changed;
    held.isWithheld &&= !isGone;
    held.row = isFinished ? shownOf(fold, next, held.isWithheld) : next;
  } catch (error) {
    poison = poisonOf(folding, event, error, touch);
    held.isWithheld = true;
    if (finish && !held.isBrief) held.row = shownOf(fold, held.row, true);
  }
  held.position = position;
  held.last = { id, type, stream, revision, position };
  rows.dirtied(held);
  return poison;
};

/**
 * Applies each event, or as many as memory allows, once to each row it touches: to none whose position is not before the
 * event's. What throws is given back as poison, and its row is withheld. Moves the folding on by what it has applied.
 */
export const foldBatch = async (
  folding: Folding,
  events: readonly Weighed[],
  options: FoldOptions,
): Promise<FoldedBatch> => {
  const { rows: all } = folding;
  const { collected, poison, weight } = await collect(folding, events, options);
  const broken: Poison[] = [];
  const touched = new Map(all.map((rows) => [rows, new Set<Held>()]));
  let folded = 0;
  for (const { event, touches, skipped } of collected) {
    const missing = touches.findIndex(({ held }, n) => n >= skipped && !held.isLoaded);
    const upTo = missing === -1 ? touches.length : missing;
    for (const touch of touches.slice(skipped, upTo)) {
      touched.get(touch.rows)?.add(touch.held);
      const failure = apply(folding, touch, options);
      if (failure === null) continue;
      broken.push(failure);
      if (!touch.held.isBrief) continue;
      await touch.rows.complete(touch.held);
      touch.held.row = shownOf(touch.rows.fold, touch.held.row, true);
    }
    folding.taken = missing === -1 ? 0 : upTo;
    if (missing !== -1) break;
    folding.position = Math.max(folding.position, event.position);
    folded += 1;
  }
  for (const rows of all) rows.release();
  return { touched, poison: [...poison, ...broken], weight, rest: events.slice(folded) };
};
