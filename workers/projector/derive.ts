/** Rows that follow from rows of another collection: found by the value that those share, and made of all of them. */
import type { Derived } from '../../projections/define.ts';
import type { Condition, ReadModels, Row, RowNumbers } from '../../projections/ports.ts';
import { iteratePages } from '../../projections/queries/iterate.ts';
import type { FoldedBatch } from './fold-batch.ts';
import type { EventPlace, Held } from './held-rows.ts';

const VALUES_AT_ONCE = 200;

type Group = ReadonlyMap<string, Row>;

/** Of each value the rows that have it, by id, as they stand. */
const groupsOf = async (
  readModels: ReadModels,
  { from, by, of }: Derived,
  values: readonly string[],
  fields: readonly string[] = of,
): Promise<ReadonlyMap<string, Group>> => {
  const groups = new Map(values.map((value) => [value, new Map<string, Row>()]));
  for (let start = 0; start < values.length; start += VALUES_AT_ONCE) {
    const some: Condition = { field: by, in: values.slice(start, start + VALUES_AT_ONCE) };
    for await (const rows of iteratePages(readModels, from, [some], fields))
      for (const row of rows) groups.get(String(row[by]))?.set(row.id, row);
  }
  return groups;
};

const derivedRow = ({ derive }: Derived, value: string, group: Group): Row | null => {
  const rows = [...group.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  if (rows.length === 0) return null;
  return { ...derive(value, rows), position: latestOf(group) };
};

/** A row of a collection before a batch and after it. */
export type Changed = {
  readonly stored: Row | null;
  readonly row: Row | null;
  /** The last event that it follows from. */
  readonly last: EventPlace | null;
};

/** The rows of a derived collection that a batch may have changed. */
export type DerivedRows = {
  readonly derived: Derived;
  readonly changed: readonly Changed[];
  /** What is set in those of which brief events alone have changed the rows. */
  readonly set: readonly RowNumbers[];
};

const latestOf = (group: Group): number => Math.max(...[...group.values()].map(({ position }) => position));

const valueIn = ({ by }: Derived, row: Row | null): readonly string[] => (row === null ? [] : [String(row[by])]);

/** The groups as they are with rows that are held. */
const withHeld = (
  derived: Derived,
  groups: ReadonlyMap<string, Group>,
  held: readonly Held[],
): ReadonlyMap<string, Group> => {
  const after = new Map([...groups].map(([value, group]) => [value, new Map(group)]));
  for (const { id, stored, row, position, isBrief } of held) {
    for (const value of valueIn(derived, stored)) after.get(value)?.delete(id);
    for (const value of valueIn(derived, row)) {
      const there = groups.get(value)?.get(id);
      // Another projector may be further: what it has written is not taken back.
      const isLater = there !== undefined && there.position > position;
      if (row !== null) after.get(value)?.set(id, isLater ? there : { ...(isBrief ? there : {}), ...row, position });
    }
  }
  return after;
};

/**
 * Loads the rows beside those of a batch, and answers how to derive from the batch as it then stands: rows may be withheld between
 * two attempts to write it. A row that a batch touched without changing it is derived from too, since a batch that was cut off may
 * have written the one and not the other.
 */
export const deriveFrom = async (
  readModels: ReadModels,
  derived: Derived,
  { touched }: Pick<FoldedBatch, 'touched'>,
): Promise<() => DerivedRows> => {
  const held = [...touched].flatMap(([rows, all]) => (rows.fold.collection.name === derived.from.name ? [...all] : []));
  const valuesOf = (some: readonly Held[]): ReadonlySet<string> =>
    new Set(some.flatMap(({ stored, row }) => [...valueIn(derived, stored), ...valueIn(derived, row)]));
  const { brief } = derived;
  const values = [...valuesOf(held.filter(({ isBrief }) => !isBrief || brief === undefined))];
  const whole = new Set(values);
  const briefly = [...valuesOf(held)].filter((value) => !whole.has(value));
  const groups = await groupsOf(readModels, derived, values);
  const briefGroups = await groupsOf(readModels, derived, briefly, brief?.of);
  return () => {
    const after = withHeld(derived, groups, held);
    const last = new Map<string, EventPlace>();
    for (const { row, last: latest } of held)
      for (const value of valueIn(derived, row))
        if (latest !== null && latest.position >= (last.get(value)?.position ?? latest.position))
          last.set(value, latest);
    return {
      derived,
      changed: values.map((value) => ({
        stored: derivedRow(derived, value, groups.get(value) ?? new Map()),
        row: derivedRow(derived, value, after.get(value) ?? new Map()),
        last: last.get(value) ?? null,
      })),
      set: [...withHeld(derived, briefGroups, held)].flatMap(([id, group]) =>
        group.size === 0 || brief === undefined
          ? []
          : [{ id, position: latestOf(group), numbers: brief.derive([...group.values()]) }],
      ),
    };
  };
};

/** All rows, slice by slice. Each group is derived once: where the first of its rows is met. */
export const deriveAll = async function* (readModels: ReadModels, derived: Derived): AsyncIterable<readonly Row[]> {
  for await (const page of iteratePages(readModels, derived.from, [], [derived.by])) {
    const met = new Set(page.map(({ id }) => id));
    const values = [...new Set(page.map((row) => String(row[derived.by])))];
    const groups = await groupsOf(readModels, derived, values);
    yield [...groups].flatMap(([value, group]) => {
      const first = [...group.keys()].sort()[0];
      const row = first !== undefined && met.has(first) ? derivedRow(derived, value, group) : null;
      return row === null ? [] : [row];
    });
  }
};
