/** Folds a batch of events into the rows of one projection, in memory: collects the rows it touches, loads them, and applies the events. */
import type { Position, Recorded } from '../../domain/event.ts';
import { projectionKey, type Fold, type Projection } from '../../projections/define.ts';
import type { Checkpoint, ReadModels, Row } from '../../projections/ports.ts';
import type { Weighed } from './batches.ts';
import { type HeldRow, type HeldRows, holdRows, shownOf, type Touch, touchesOf } from './held-rows.ts';
import type { Allowed, Poison } from './poison.ts';

/** A projection with its rows that are in memory. */
export type Folding = {
  readonly projection: Projection;
  readonly key: string;
  readonly rows: readonly HeldRows[];
  /** Position of the last event folded or skipped. */
  position: Position;
  /** The latest time of an event up to it, epoch milliseconds. */
  latest: number;
  /** Where its checkpoint is, in a catch-up. */
  checkpoint: Position;
  readonly loading: Loading;
  readonly allowed: Allowed;
  /** What a catch-up had to skip and has not recorded yet. */
  skipped: readonly Poison[];
  /** How many rows have taken the first event after `position`, if its rows were too large to be held together. */
  taken: number;
};

/** A row stores the content of its events several times: as metadata, with its sources, and as columns and terms. */
const ROW_BYTES_PER_EVENT_BYTE = 2;

/** Rows per read, and bytes of rows, about, per portion of a batch: small events may be about rows of many authors. */
export type Loading = { readonly rows: number; readonly bytes: number };

const LOADING: Loading = { rows: 250, bytes: 8 * 1024 * 1024 };
/** A row in memory takes about this many times its stored size. */
const MEMORY_PER_STORED_BYTE = 2;

/** A counted collection must keep rows of what was removed, or a replay could not tell what to recount. */
class CountedRowRemoved extends Error {
  override readonly name = 'CountedRowRemoved';
}

/** Written under the id that it claims, it would replace another row; without an id, it would block every write. */
class OtherRow extends Error {
  override readonly name = 'OtherRow';
}

type FoldingOptions = {
  readonly allowed?: Allowed | undefined;
  readonly loading?: Loading | undefined;
};

export const startFolding = (
  projection: Projection,
  readModels: ReadModels,
  { position, latest = 0 }: Pick<Checkpoint, 'position' | 'latest'>,
  { allowed = () => true, loading = LOADING }: FoldingOptions = {},
): Folding => ({
  projection,
  key: projectionKey(projection),
  rows: projection.folds.map((fold) => holdRows(fold, readModels)),
  position,
  latest,
  checkpoint: position,
  allowed,
  loading,
  skipped: [],
  taken: 0,
});

export const finished = (fold: Fold, row: Row): Row => (fold.finish?.(row) as Row | undefined) ?? row;

export type FoldOptions = {
  /** True: rows are finished after each event, as readers are to see them. False: before they are written. */
  readonly finish: boolean;
};

export type FoldedBatch = {
  /** Every row that an event of the batch touches, changed or not, by fold. */
  readonly touched: ReadonlyMap<HeldRows, ReadonlySet<HeldRow>>;
  readonly poison: readonly Poison[];
  /** The bytes that the batch adds to memory, about. */
  readonly weight: number;
  /** Events to fold after this has been written, since their rows are too large to be held with the others. */
  readonly rest: readonly Weighed[];
};

/** An event of the batch and what it does; `skipped`: how many of its rows have already taken it. */
type Collected = {
  readonly event: Recorded;
  readonly touches: readonly Touch[];
  readonly skipped: number;
  /** The latest time of an event up to this one. */
  readonly latest: number;
};

const poisonOf = ({ key }: Folding, event: Recorded, error: unknown, touch?: Touch): Poison => ({
  projection: key,
  collection: touch?.rows.fold.collection.name ?? null,
  rowId: touch?.held.id ?? null,
  event,
  error,
});

/** An event that another program has written may have no time. */
const laterOf = (latest: number, at: number): number => (Number.isFinite(at) ? Math.max(latest, at) : latest);

/** Collects the rows that each event touches, as many as memory allows, and loads them. `weight`: the bytes they add to memory, about. */
const collect = async (folding: Folding, events: readonly Weighed[]) => {
  const { projection, loading, rows: all } = folding;
  const collected: Collected[] = [];
  const poison: Poison[] = [];
  let weight = 0;
  const load = async (): Promise<void> => {
    for (const rows of all) {
      const room = Math.max(0, loading.bytes - weight) / MEMORY_PER_STORED_BYTE;
      weight += await rows.load(room);
    }
  };
  const isFull = (): boolean => all.reduce((sum, rows) => sum + rows.unknown, 0) >= loading.rows;
  const touchesIn = (event: Recorded, latest: number): readonly Touch[] => {
    try {
      return touchesOf(event, all, latest);
    } catch (error) {
      poison.push(poisonOf(folding, event, error));
      return [];
    }
  };

  let { position: lastSeen, latest } = folding;
  for (const { event, weight: eventBytes } of events) {
    if (isFull()) await load();
    // Events whose rows no longer fit are left for the next portion, with all that follow.
    if (isFull() || (collected.length > 0 && weight >= loading.bytes)) break;
    const isNew = event.position > lastSeen && projection.streams.some((prefix) => event.stream.startsWith(prefix));
    if (isNew) latest = laterOf(latest, event.metadata.at);
    const touches = isNew ? touchesIn(event, latest) : [];
    lastSeen = Math.max(lastSeen, event.position);
    weight += eventBytes * ROW_BYTES_PER_EVENT_BYTE * new Set(touches.map(({ rows }) => rows)).size;
    const skipped = collected.length === 0 ? folding.taken : 0;
    for (const { rows, held } of touches.slice(0, skipped)) rows.release(held.id);
    collected.push({ event, touches, skipped, latest });
  }
  await load();
  return { collected, poison, weight };
};

/** Folds one event into one row. An error withholds the row and is returned as poison. */
const apply = (folding: Folding, touch: Touch, { finish }: FoldOptions): Poison | null => {
  const { event, rows, held, change } = touch;
  const { fold } = rows;
  if (event.position <= held.position) return null;
  const { id, type, stream, revision, position } = event;
  let poison: Poison | null = null;
  try {
    const changed = change(held.row);
    // An overwritten row is not loaded, so there is nothing to compare with.
    if (changed === held.row && fold.overwrites !== true) return null;
    if (changed !== null && changed.id !== held.id)
      throw new OtherRow(`a fold of ${fold.collection.name} returned a row with another id`);
    const isGone = changed === null && held.row !== null;
    if (isGone && folding.projection.counts?.some(({ from }) => from.name === fold.collection.name))
      throw new CountedRowRemoved(`${fold.collection.name} is counted, so its rows may not be removed`);
    const next = finish && changed !== null ? finished(fold, changed) : changed;
    held.isWithheld &&= !isGone;
    held.row = finish ? shownOf(fold, next, held.isWithheld) : next;
  } catch (error) {
    poison = poisonOf(folding, event, error, touch);
    held.isWithheld = true;
    if (finish) held.row = shownOf(fold, held.row, true);
  }
  held.position = position;
  held.last = { id, type, stream, revision, position };
  rows.dirtied(held);
  return poison;
};

/**
 * Applies the events, as many as memory allows, once to each row they touch, unless the row is already at the event's position or past
 * it. Errors are returned as poison, and their rows withheld. Advances the folding past what it has applied.
 */
export const foldBatch = async (
  folding: Folding,
  events: readonly Weighed[],
  options: FoldOptions,
): Promise<FoldedBatch> => {
  const { rows: all } = folding;
  const { collected, poison, weight } = await collect(folding, events);
  const broken: Poison[] = [];
  const touched = new Map(all.map((rows) => [rows, new Set<HeldRow>()]));
  let folded = 0;
  for (const { event, touches, skipped, latest } of collected) {
    const missing = touches.findIndex(({ held }, n) => n >= skipped && !held.isLoaded);
    const upTo = missing === -1 ? touches.length : missing;
    for (const touch of touches.slice(skipped, upTo)) {
      touched.get(touch.rows)?.add(touch.held);
      const failure = apply(folding, touch, options);
      if (failure !== null) broken.push(failure);
    }
    folding.taken = missing === -1 ? 0 : upTo;
    if (missing !== -1) break;
    folding.position = Math.max(folding.position, event.position);
    folding.latest = latest;
    folded += 1;
  }
  for (const rows of all) rows.release();
  return { touched, poison: [...poison, ...broken], weight, rest: events.slice(folded) };
};
