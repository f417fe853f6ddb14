/** Rows that follow from rows of another collection: found by the value that those share, and made of all of them. */
import type { Derived } from '../../projections/define.ts';
import type { Condition, ReadModels, Row } from '../../projections/ports.ts';
import { iteratePages } from '../../projections/queries/iterate.ts';
import type { FoldedBatch } from './fold-batch.ts';
import type { EventPlace } from './held-rows.ts';

const VALUES_AT_ONCE = 200;

type Group = ReadonlyMap<string, Row>;

/** Of each value the rows that have it, by id, as they stand. */
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
  return { ...derive(value, rows), position: Math.max(...rows.map(({ position }) => position)) };
};

/** A row of a collection before a batch and after it. */
export type Changed = {
  readonly stored: Row | null;
  readonly row: Row | null;
  /** The last event that it follows from. */
  readonly last: EventPlace | null;
};

/** A derived collection with the rows of it that a batch may have changed. */
export type DerivedRows = { readonly derived: Derived; readonly changed: () => readonly Changed[] };

/**
 * `changed` looks at the batch as it is when it is called: rows may be withheld in the meantime. A row that a batch touched without
 * changing it is among them, since a batch that was cut off may have written the one and not the other.
 */
export const deriveFrom = async (
  readModels: ReadModels,
  derived: Derived,
  { touched }: Pick<FoldedBatch, 'touched'>,
): Promise<DerivedRows> => {
  const held = [...touched].flatMap(([rows, all]) => (rows.fold.collection.name === derived.from.name ? [...all] : []));
  const valueOf = (row: Row | null): readonly string[] => (row === null ? [] : [String(row[derived.by])]);
  const values = [...new Set(held.flatMap(({ stored, row }) => [...valueOf(stored), ...valueOf(row)]))];
  const groups = values.length === 0 ? new Map<string, Group>() : await groupsOf(readModels, derived, values);
  return {
    derived,
    changed: () => {
      const after = new Map([...groups].map(([value, group]) => [value, new Map(group)]));
      const last = new Map<string, EventPlace>();
      for (const { id, stored, row, position, last: latest } of held) {
        for (const value of valueOf(stored)) after.get(value)?.delete(id);
        for (const value of valueOf(row)) {
          const there = groups.get(value)?.get(id);
          // Another projector may be further: what it has written is not taken back.
          const isLater = there !== undefined && there.position > position;
          if (row !== null) after.get(value)?.set(id, isLater ? there : { ...row, position });
          if (latest !== null && latest.position >= (last.get(value)?.position ?? latest.position))
            last.set(value, latest);
        }
      }
      return values.map((value) => ({
        stored: derivedRow(derived, value, groups.get(value) ?? new Map()),
        row: derivedRow(derived, value, after.get(value) ?? new Map()),
        last: last.get(value) ?? null,
      }));
    },
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
