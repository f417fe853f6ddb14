/** The rows of one collection that are in memory: loaded once, folded there, and written when the runner says so. */
import { BEGINNING, type Position, type Recorded } from '../../domain/event.ts';
import type { Fold } from '../../projections/define.ts';
import type { Change, Collection, ReadModels, Row, Tombstone } from '../../projections/ports.ts';
import { weigh } from './weigh.ts';

/** Where an event is found, without its data. */
export type EventPlace = Pick<Recorded, 'id' | 'type' | 'stream' | 'revision' | 'position'>;

/** A row in memory; null = there is none. */
export type Held = {
  readonly id: string;
  /** As it stands in the store. */
  stored: Row | null;
  row: Row | null;
  /** Of the last event applied, also when that removed the row. */
  position: Position;
  /** The last event applied since it was loaded. */
  last: EventPlace | null;
  isLoaded: boolean;
  isDirty: boolean;
  /** Something about it could not be folded or written. */
  isWithheld: boolean;
};

/** A row as it is to be written, whatever becomes of it while it is. */
export type Dirty = Pick<Held, 'id' | 'row' | 'position' | 'last' | 'isWithheld'> & { readonly held: Held };

export type HeldRows = {
  readonly fold: Fold;
  hold(id: string): Held;
  /** How many rows are held but not known yet. */
  readonly unknown: number;
  /**
   * Loads what is held but not known yet, in one read: the first of it, about `bytes` and at least one. What that adds to
   * memory, bytes, about.
   */
  load(bytes: number): Promise<number>;
  /** Lets go of what is still not known, or of one row if that is not. */
  release(id?: string): void;
  /** To be called with a row when it has been changed. */
  dirtied(held: Held): void;
  /** What is to be written. */
  pending(): readonly Dirty[];
  /** What was to be written counts as written, so that a caller who fails at it begins again. */
  settle(): void;
  /** Lets go of what was not touched since the last call, and of nothing that is dirty. */
  age(): void;
  readonly size: number;
};

export const holdRows = (fold: Fold, readModels: Pick<ReadModels, 'standing'>): HeldRows => {
  let [young, old] = [new Map<string, Held>(), new Map<string, Held>()];
  let unknown = new Map<string, Held>();
  let dirty: Held[] = [];
  const isAnew = fold.overwrites === true;
  const fresh = (id: string): Held => {
    const held: Held = {
      ...{ id, stored: null, row: null, position: BEGINNING, last: null },
      ...{ isLoaded: isAnew, isDirty: false, isWithheld: false },
    };
    if (!isAnew) unknown.set(id, held);
    return held;
  };
  return {
    fold,
    hold: (id) => {
      const known = young.get(id);
      if (known !== undefined) return known;
      const held = old.get(id) ?? fresh(id);
      young.set(id, held);
      return held;
    },
    get unknown() {
      return unknown.size;
    },
    load: async (bytes) => {
      if (unknown.size === 0) return 0;
      let weight = 0;
      const { rows, tombstones, left } = await readModels.standing(fold.collection, [...unknown.keys()], bytes);
      const later = new Map(left.map((id) => [id, unknown.get(id)]));
      for (const held of unknown.values()) {
        if (later.has(held.id)) continue;
        const tombstone = tombstones.get(held.id);
        held.row = held.stored = rows.get(held.id) ?? null;
        held.position = held.row?.position ?? tombstone?.position ?? BEGINNING;
        held.isWithheld = (held.row ?? tombstone)?.withheld === true;
        held.isLoaded = true;
        weight += weigh(held.row);
      }
      unknown = new Map([...unknown].filter(([id]) => later.has(id)));
      return weight;
    },
    release: (only) => {
      for (const id of only === undefined ? [...unknown.keys()] : [only]) if (unknown.delete(id)) young.delete(id);
    },
    dirtied: (held) => {
      if (held.isDirty) return;
      held.isDirty = true;
      dirty.push(held);
    },
    pending: () =>
      dirty.map((held) => {
        const { id, row, position, last, isWithheld } = held;
        return { id, row, position, last, isWithheld, held };
      }),
    settle: () => {
      for (const held of dirty) {
        held.stored = held.row;
        held.isDirty = false;
      }
      dirty = [];
    },
    age: () => {
      old = new Map([...young].filter(([, { isLoaded }]) => isLoaded));
      young = new Map(dirty.map((held) => [held.id, held]));
    },
    get size() {
      return young.size + old.size;
    },
  };
};

/** A row as readers may see it; null = not at all. */
export const shownOf = (fold: Fold, row: Row | null, isWithheld: boolean): Row | null => {
  if (!isWithheld || row === null) return row;
  const withheld = fold.withheld?.(row) as Row | undefined;
  return withheld === undefined ? null : { ...withheld, withheld: true };
};

/** Rows as they are written, stamped with the position of the last event applied. Throws what `shown` throws. */
export const changeOf = (
  collection: Collection,
  dirty: readonly Dirty[],
  shown: (dirty: Dirty) => Row | null,
): Change => {
  const replace: Row[] = [];
  const remove: Tombstone[] = [];
  for (const each of dirty) {
    const { id, position, isWithheld } = each;
    const row = shown(each);
    if (row !== null) replace.push(row.position === position ? row : { ...row, position });
    // Also where there is none: another projector, held up on its way, may write an earlier one yet.
    else remove.push({ id, position, ...(isWithheld ? { withheld: true } : {}) });
  }
  return { collection, replace, remove };
};
