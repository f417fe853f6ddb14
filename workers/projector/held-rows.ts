/** The rows of one collection that are in memory: loaded once, folded there, and written when the runner says so. */
import type { Position } from '../../domain/event.ts';
import { BEGINNING } from '../../domain/event.ts';
import type { Fold } from '../../projections/define.ts';
import type { Change, Collection, ReadModels, Row } from '../../projections/ports.ts';
import { weigh } from './weigh.ts';

/** A row in memory; null = there is none. */
export type Held = {
  readonly id: string;
  /** As it stands in the store. */
  stored: Row | null;
  row: Row | null;
  /** Of the last event applied, also when that removed the row. */
  position: Position;
  isLoaded: boolean;
  isDirty: boolean;
};

/** A row as it is to be written, whatever becomes of it while it is. */
export type Dirty = Pick<Held, 'id' | 'row' | 'position'>;

export type HeldRows = {
  readonly fold: Fold;
  hold(id: string): Held;
  /** How many rows are held but not known yet. */
  readonly unknown: number;
  /** Loads what is held but not known yet, in one read. What that adds to memory, bytes, about. */
  load(): Promise<number>;
  /** To be called with a row when it has been changed. */
  dirtied(held: Held): void;
  /** What is to be written now; it counts as written, so that a caller who fails at it begins anew. */
  take(): readonly Dirty[];
  /** Lets go of what was not touched since the last call, and of nothing that is dirty. */
  age(): void;
  readonly size: number;
};

export const holdRows = (fold: Fold, readModels: Pick<ReadModels, 'standing'>): HeldRows => {
  let [young, old] = [new Map<string, Held>(), new Map<string, Held>()];
  let unknown: Held[] = [];
  let dirty: Held[] = [];
  const isAnew = fold.anew === true;
  const fresh = (id: string): Held => {
    const held: Held = { id, stored: null, row: null, position: BEGINNING, isLoaded: isAnew, isDirty: false };
    if (!isAnew) unknown.push(held);
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
      return unknown.length;
    },
    load: async () => {
      if (unknown.length === 0) return 0;
      let weight = 0;
      const { rows, tombstones } = await readModels.standing(
        fold.collection,
        unknown.map(({ id }) => id),
      );
      for (const held of unknown) {
        held.row = held.stored = rows.get(held.id) ?? null;
        held.position = held.row?.position ?? tombstones.get(held.id)?.position ?? BEGINNING;
        held.isLoaded = true;
        weight += weigh(held.row);
      }
      unknown = [];
      return weight;
    },
    dirtied: (held) => {
      if (held.isDirty) return;
      held.isDirty = true;
      dirty.push(held);
    },
    take: () => {
      const taken = dirty.map((held): Dirty => {
        const { id, row, position } = held;
        held.stored = row;
        held.isDirty = false;
        return { id, row, position };
      });
      dirty = [];
      return taken;
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

/** Rows as they are written: finished, and stamped with the position of the last event applied. Throws what `finish` throws. */
export const changeOf = (
  collection: Collection,
  dirty: readonly Dirty[],
  finish: (dirty: Dirty) => Row | null,
): Change => {
  const replace: Row[] = [];
  const remove: { id: string; position: Position }[] = [];
  for (const each of dirty) {
    const { id, position } = each;
    const row = finish(each);
    if (row !== null) replace.push(row.position === position ? row : { ...row, position });
    // Also where there is none: another projector, held up on its way, may write an earlier one yet.
    else remove.push({ id, position });
  }
  return { collection, replace, remove };
};
