/** The rows of one collection that are in memory: loaded once, folded there, and written when the runner says so. */
import { BEGINNING, type Position, type Recorded } from '../../domain/event.ts';
import type { Fold } from '../../projections/define.ts';
import type { Change, ReadModels, Row, RowNumbers, Tombstone } from '../../projections/ports.ts';
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
  /** Of the row there is only what brief events read and set. */
  isBrief: boolean;
  isDirty: boolean;
  /** Something about it could not be folded or written. */
  isWithheld: boolean;
};

/** A row as it is to be written, whatever becomes of it while it is. */
export type Dirty = Pick<Held, 'id' | 'row' | 'position' | 'last' | 'isWithheld'> & { readonly held: Held };

export const holdRows = (fold: Fold, readModels: Pick<ReadModels, 'standing'>) => {
  let [young, old] = [new Map<string, Held>(), new Map<string, Held>()];
  const unknown = new Map<string, Held>();
  let dirty: Held[] = [];
  const overwrites = fold.overwrites === true;
  const briefOf = (row: Row): Row =>
    Object.fromEntries((fold.brief?.sets ?? []).map((field) => [field, row[field]])) as Row;
  const known = (held: Held, row: Row | null, tombstone: Tombstone | undefined): number => {
    held.row = held.stored = row;
    held.position = row?.position ?? tombstone?.position ?? BEGINNING;
    held.isWithheld = (row ?? tombstone)?.withheld === true;
    held.isLoaded = true;
    unknown.delete(held.id);
    return weigh(row);
  };
  /** Leaves unknown what must be loaded whole. */
  const loadBriefly = async (since: Position): Promise<number> => {
    const brief = [...unknown.values()].filter(({ isBrief }) => isBrief);
    if (brief.length === 0) return 0;
    const { reads = [], sets = [] } = fold.brief ?? {};
    const ids = brief.map(({ id }) => id);
    const fields = [...reads, ...sets, 'withheld'];
    const { rows, tombstones } = await readModels.standing(fold.collection, ids, Infinity, fields);
    return brief.reduce((weight, held) => {
      const row = rows.get(held.id) ?? null;
      held.isBrief = row === null || (row.withheld !== true && row.position <= since);
      return held.isBrief ? weight + known(held, row, tombstones.get(held.id)) : weight;
    }, 0);
  };
  const fresh = (id: string, isBrief: boolean): Held => {
    const held: Held = {
      ...{ id, stored: null, row: null, position: BEGINNING, last: null },
      ...{ isLoaded: overwrites, isBrief: isBrief && !overwrites, isDirty: false, isWithheld: false },
    };
    if (!overwrites) unknown.set(id, held);
    return held;
  };
  return {
    fold,
    /** `isBrief`: for a brief event. Whole from then on if it is not. */
    hold: (id: string, isBrief = false): Held => {
      const held = young.get(id) ?? old.get(id) ?? fresh(id, isBrief);
      young.set(id, held);
      if (held.isBrief && !isBrief) {
        held.isBrief = held.isLoaded = false;
        unknown.set(id, held);
      }
      return held;
    },
    /** How many rows are held but not known yet. */
    get unknown() {
      return unknown.size;
    },
    /**
     * Loads what is held but not known yet, in one read: the first of it, about `bytes` and at least one. What that adds to
     * memory, bytes, about. A row that is withheld, or stands further than `since`, is loaded whole also for brief events.
     */
    load: async (bytes: number, since: Position): Promise<number> => {
      let weight = await loadBriefly(since);
      if (unknown.size === 0) return weight;
      const { rows, tombstones, left } = await readModels.standing(fold.collection, [...unknown.keys()], bytes);
      const later = new Set(left);
      for (const held of [...unknown.values()].filter(({ id }) => !later.has(id)))
        weight += known(held, rows.get(held.id) ?? null, tombstones.get(held.id));
      return weight;
    },
    /** Loads the rest of a row that brief events have changed. */
    complete: async (held: Held): Promise<void> => {
      const { rows } = await readModels.standing(fold.collection, [held.id]);
      const stored = rows.get(held.id) ?? null;
      held.row = stored === null || held.row === null ? stored : { ...stored, ...briefOf(held.row) };
      held.stored = stored;
      held.isBrief = false;
    },
    /** Lets go of what is still not known, or of one row if that is not. */
    release: (only?: string): void => {
      for (const id of only === undefined ? [...unknown.keys()] : [only]) if (unknown.delete(id)) young.delete(id);
    },
    /** To be called with a row when it has been changed. */
    dirtied: (held: Held): void => {
      if (held.isDirty) return;
      held.isDirty = true;
      dirty.push(held);
    },
    /** What is to be written. */
    pending: (): readonly Dirty[] =>
      dirty.map((held) => {
        const { id, row, position, last, isWithheld } = held;
        return { id, row, position, last, isWithheld, held };
      }),
    /** What was to be written counts as written, so that a caller who fails at it begins again. */
    settle: (): void => {
      for (const held of dirty) {
        held.stored = held.row;
        held.isDirty = false;
      }
      dirty = [];
    },
    /** Lets go of what was not touched since the last call, and of nothing that is dirty. */
    age: (): void => {
      // A row that is overwritten is not looked up again.
      old = new Map(overwrites ? [] : [...young].filter(([, { isLoaded }]) => isLoaded));
      young = new Map(dirty.map((held) => [held.id, held]));
    },
    get size() {
      return young.size + old.size;
    },
  };
};
export type HeldRows = ReturnType<typeof holdRows>;

/** A row as readers may see it; null = not at all. */
export const shownOf = (fold: Fold, row: Row | null, isWithheld: boolean): Row | null => {
  if (!isWithheld || row === null) return row;
  const withheld = fold.withheld?.(row) as Row | undefined;
  return withheld === undefined ? null : { ...withheld, withheld: true };
};

/** Rows as they are written, stamped with the position of the last event applied. Throws what `shown` throws. */
export const changeOf = (
  { collection, brief }: Fold,
  dirty: readonly Dirty[],
  shown: (dirty: Dirty) => Row | null,
): Change => {
  const replace: Row[] = [];
  const set: RowNumbers[] = [];
  const remove: Tombstone[] = [];
  for (const each of dirty) {
    const { id, position, isWithheld, held } = each;
    const row = shown(each);
    if (row !== null && held.isBrief) {
      const numbers = Object.fromEntries((brief?.sets ?? []).map((field) => [field, Number(row[field])]));
      set.push({ id, position, numbers });
    } else if (row !== null) replace.push(row.position === position ? row : { ...row, position });
    // Also where there is none: another projector, held up on its way, may write an earlier one yet.
    else remove.push({ id, position, ...(isWithheld ? { withheld: true } : {}) });
  }
  return { collection, replace, set, remove };
};
