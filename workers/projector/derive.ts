/** Derived rows: each is found by the value its source rows share, and built from all of them. */
import type { Derived } from '../../projections/define.ts';
import type { Condition, ReadModels, Row } from '../../projections/ports.ts';
import { iteratePages } from '../../projections/queries/iterate.ts';
import type { FoldedBatch } from './fold-batch.ts';
import type { EventPlace, HeldRow } from './held-rows.ts';

const VALUES_AT_ONCE = 200;

type Group = ReadonlyMap<string, Row>;

/** The stored rows with each value, by id. */
const groupsOf = async (
  readModels: ReadModels,
  { from, by, of }: Derived,
  values: readonly string[],
): Promise<ReadonlyMap<string, Group>> => {
  const groups = new Map(values.map((value) => [value, new Map<string, Row>()]));
  for (let start = 0; start < values.length; start += VALUES_AT_ONCE) {
    const some: Condition = { field: by, in: values.slice(start, start + VALUES_AT_ONCE) };
    for await (const rows of iteratePages(readModels, from, [some], of))
      for (const row of rows) groups.get(String(row[by]))?.set(row.id, row);
  }
  return groups;
};

const derivedRow = ({ derive }: Derived, value: string, group: Group): Row | null => {
  const rows = [...group.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  if (rows.length === 0) return null;
  return { ...derive(value, rows), position: latestOf(group) };
};

/** A row before a batch and after it. */
export type RowChange = {
  readonly stored: Row | null;
  readonly row: Row | null;
  /** The last event that it is derived from. */
  readonly last: EventPlace | null;
};

/** The rows of a derived collection that a batch may have changed. */
export type DerivedRows = {
  readonly derived: Derived;
  readonly changed: readonly RowChange[];
};

const latestOf = (group: Group): number => Math.max(...[...group.values()].map(({ position }) => position));

const valueIn = ({ by }: Derived, row: Row | null): readonly string[] => (row === null ? [] : [String(row[by])]);

const withHeld = (derived: Derived, groups: ReadonlyMap<string, Group>, held: readonly HeldRow[]) => {
  const after = new Map([...groups].map(([value, group]) => [value, new Map(group)]));
  for (const { id, stored, row, position } of held) {
    for (const value of valueIn(derived, stored)) after.get(value)?.delete(id);
    for (const value of valueIn(derived, row)) {
      const there = groups.get(value)?.get(id);
      // Another projector may be further ahead: what it has written is kept.
      const isLater = there !== undefined && there.position > position;
      if (row !== null) after.get(value)?.set(id, isLater ? there : { ...row, position });
    }
  }
  return after;
};

/**
 * Loads the other source rows, and returns a function that derives from the batch in its current state: rows may be withheld between
 * two attempts to write it. Rows that the batch touched without changing them are included, since an interrupted batch may have written
 * the source row but not the derived one.
 */
export const deriveFrom = async (
  readModels: ReadModels,
  derived: Derived,
  { touched }: Pick<FoldedBatch, 'touched'>,
): Promise<() => DerivedRows> => {
  const held = [...touched].flatMap(([rows, all]) => (rows.fold.collection.name === derived.from.name ? [...all] : []));
  const values = [
    ...new Set(held.flatMap(({ stored, row }) => [...valueIn(derived, stored), ...valueIn(derived, row)])),
  ];
  const groups = await groupsOf(readModels, derived, values);
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
    };
  };
};

/** Yields all derived rows, page by page. Each group is derived once, where its first row is met. */
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
