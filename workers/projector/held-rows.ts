/** The rows of one collection that are in memory: loaded once, folded there, and written when the runner decides. Which of them an event touches, and what it does to them. */
import { BEGINNING, type Position, type Recorded } from '../../domain/event.ts';
import type { RecordedEvent } from '../../domain/events.ts';
import { upcast } from '../../domain/upcast.ts';
import type { Fold } from '../../projections/define.ts';
import type { Change, ReadModels, Row, Tombstone } from '../../projections/ports.ts';

const NODE_BYTES = 24;
const FIELD_BYTES = 8;

/** Estimates the bytes that a JSON value takes in memory: good enough to bound what is held, and cheap. */
export const weigh = (value: unknown): number => {
  if (typeof value === 'string') return NODE_BYTES + value.length;
  if (typeof value !== 'object' || value === null) return FIELD_BYTES;
  let bytes = NODE_BYTES;
  if (Array.isArray(value)) for (const each of value as unknown[]) bytes += FIELD_BYTES + weigh(each);
  else for (const field in value) bytes += FIELD_BYTES + weigh((value as Readonly<Record<string, unknown>>)[field]);
  return bytes;
};

/** Where to find an event, without its data. */
export type EventPlace = Pick<Recorded, 'id' | 'type' | 'stream' | 'revision' | 'position'>;

/** A row in memory; null = there is no row. */
export type HeldRow = {
  readonly id: string;
  stored: Row | null;
  row: Row | null;
  /** Position of the last event applied, even if that removed the row. */
  position: Position;
  /** The last event applied since it was loaded. */
  last: EventPlace | null;
  isLoaded: boolean;
  isDirty: boolean;
  /** The row could not take an event or be written. */
  isWithheld: boolean;
};

export const holdRows = (fold: Fold, readModels: Pick<ReadModels, 'loadForFolding'>) => {
  const all = new Map<string, HeldRow>();
  const unknown = new Map<string, HeldRow>();
  let dirty: HeldRow[] = [];
  const overwrites = fold.overwrites === true;
  const setLoaded = (held: HeldRow, row: Row | null, tombstone: Tombstone | undefined): number => {
    held.row = held.stored = row;
    held.position = row?.position ?? tombstone?.position ?? BEGINNING;
    held.isWithheld = (row ?? tombstone)?.withheld === true;
    held.isLoaded = true;
    unknown.delete(held.id);
    return weigh(row);
  };
  const fresh = (id: string): HeldRow => {
    const held: HeldRow = {
      ...{ id, stored: null, row: null, position: BEGINNING, last: null },
      ...{ isLoaded: overwrites, isDirty: false, isWithheld: false },
    };
    if (!overwrites) unknown.set(id, held);
    return held;
  };
  return {
    fold,
    hold: (id: string): HeldRow => {
      const held = all.get(id) ?? fresh(id);
      all.set(id, held);
      return held;
    },
    /** How many rows are held but not loaded yet. */
    get unknown() {
      return unknown.size;
    },
    /**
     * Loads rows that are held but not loaded yet, in one read: the first of them, about `bytes` and at least one. Returns the bytes
     * this adds to memory, about.
     */
    load: async (bytes: number): Promise<number> => {
      let weight = 0;
      if (unknown.size === 0) return weight;
      const { rows, tombstones, left } = await readModels.loadForFolding(fold.collection, [...unknown.keys()], bytes);
      const later = new Set(left);
      for (const held of [...unknown.values()].filter(({ id }) => !later.has(id)))
        weight += setLoaded(held, rows.get(held.id) ?? null, tombstones.get(held.id));
      return weight;
    },
    /** Releases the rows that are still not loaded, or only this one if it is not. */
    release: (only?: string): void => {
      for (const id of only === undefined ? [...unknown.keys()] : [only]) if (unknown.delete(id)) all.delete(id);
    },
    /** Must be called with a row after it was changed. */
    dirtied: (held: HeldRow): void => {
      if (held.isDirty) return;
      held.isDirty = true;
      dirty.push(held);
    },
    pending: (): readonly HeldRow[] => dirty,
    /** Releases all rows. What is pending has to be written before it is loaded again. */
    forget: (): void => {
      dirty = [];
      all.clear();
    },
    get size() {
      return all.size;
    },
  };
};
export type HeldRows = ReturnType<typeof holdRows>;

/** The row as readers may see it; null = not at all. */
export const shownOf = (fold: Fold, row: Row | null, isWithheld: boolean): Row | null => {
  if (!isWithheld || row === null) return row;
  const withheld = fold.withheld?.(row) as Row | undefined;
  return withheld === undefined ? null : { ...withheld, withheld: true };
};

/** The change that writes the rows, stamped with the position of the last event applied. Throws what `shown` throws. */
export const changeOf = (
  { collection }: Fold,
  dirty: readonly HeldRow[],
  shown: (held: HeldRow) => Row | null,
): Change => {
  const replace: Row[] = [];
  const remove: Tombstone[] = [];
  for (const held of dirty) {
    const { id, position, isWithheld } = held;
    const row = shown(held);
    if (row !== null) replace.push(row.position === position ? row : { ...row, position });
    // Even if there is no row: a delayed projector may still write an earlier one.
    else remove.push({ id, position, ...(isWithheld ? { withheld: true } : {}) });
  }
  return { collection, replace, remove };
};

type AnyChange = (row: Row | null, event: RecordedEvent, id: string, latest: number) => Row | null;

/** One event applied to one row. */
export type Touch = {
  readonly event: Recorded;
  readonly rows: HeldRows;
  readonly held: HeldRow;
  readonly change: (row: Row | null) => Row | null;
};

/** The fold's change for an event type; looking it up by type ensures that it fits the event. */
const changeFor = (fold: Fold, type: RecordedEvent['type']): AnyChange | undefined =>
  Object.hasOwn(fold.when, type) ? (fold.when[type] as unknown as AnyChange) : undefined;

/** Throws if a row is named by anything but a string: no store takes it. */
const idsOf = (fold: Fold, event: RecordedEvent): readonly string[] => {
  const ids = fold.ids(event);
  if (ids.some((id) => typeof id !== 'string')) throw new TypeError('a row is named by something other than a string');
  return ids;
};

/** The touches of an event. Throws if a fold cannot name its rows. */
const touchesOfReadable = (event: Recorded, all: readonly HeldRows[], latest: number): readonly Touch[] => {
  const upcasted = upcast(event);
  return all.flatMap((rows): readonly Touch[] => {
    const change = changeFor(rows.fold, upcasted.type);
    if (change === undefined) return [];
    return [...new Set(idsOf(rows.fold, upcasted))].map((id) => ({
      ...{ event, rows, held: rows.hold(id) },
      change: (row) => change(row, upcasted, id, latest),
    }));
  });
};

/** The touches of an event that breaks: each of its rows fails to take it. Most rows are named by the stream alone. */
const broken = (event: Recorded, all: readonly HeldRows[], error: unknown): readonly Touch[] => {
  const change = (): never => {
    throw error;
  };
  return all
    .filter(({ fold }) => Object.hasOwn(fold.when, event.type))
    .flatMap((rows) => {
      const ids = new Set(idsOf(rows.fold, event as RecordedEvent));
      return [...ids].map((id) => ({ event, rows, held: rows.hold(id), change }));
    });
};

/** Throws if its rows cannot be named. `latest`: see `Change`. */
export const touchesOf = (event: Recorded, all: readonly HeldRows[], latest: number): readonly Touch[] => {
  try {
    return touchesOfReadable(event, all, latest);
  } catch (error) {
    // It may have hidden the rows, so none of them may stay public.
    return broken(event, all, error);
  }
};
