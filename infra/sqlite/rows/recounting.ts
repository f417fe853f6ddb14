/** Recomputes counts kept on rows and writes those that differ, in the same transaction, so that they match the rows. */
import type { Recount } from '../../../projections/ports.ts';
import { progressOf } from './catalog.ts';
import { valueOf } from './conditions.ts';
import { grouped, groupsIn } from './counting.ts';
import { encode } from './documents.ts';
import { layoutOf } from './layout.ts';
import { rowsById, type Counting } from './reading.ts';
import type { Cell, Statements } from './statements.ts';
import { write } from './writing.ts';

/** The current count of each row; null if there is none yet. */
const presentCounts = (statements: Statements, { into, field, keys }: Recount): ReadonlyMap<string, Cell> => {
  const layout = layoutOf(into);
  const { sql } = valueOf({ layout, list: null }, field);
  const [which, values] =
    keys === 'all' ? ['1', []] : ['m.id IN (SELECT value FROM json_each(?))', [JSON.stringify(keys)]];
  const rows = statements.all(`SELECT m.id, ${sql} FROM ${layout.documents.name} m WHERE ${which}`, values);
  return new Map(rows.map(([id, present = null]) => [String(id), present]));
};

/** Runs within a write transaction, after the rows have been written. */
export const recount = (counter: Counting, request: Recount): void => {
  const { statements } = counter;
  const { into, field, from, where, by, keys } = request;
  const isIndexed = progressOf(statements, from)?.ready ?? false;
  const counting = { ...counter, layout: layoutOf(from), isIndexed };
  const { sql, values } = grouped(counting, { all: where }, by, keys === 'all' ? undefined : keys);
  const counted = groupsIn(statements.all(sql, values));
  const layout = layoutOf(into);
  const changed = [...presentCounts(statements, request)].flatMap(([id, present]) =>
    present === (counted.get(id) ?? 0) ? [] : [id],
  );
  // A withheld row counts with the last value of its fold.
  const rows = rowsById(statements, layout, changed).filter(({ withheld }) => withheld !== true);
  const replace = rows.map((row) => encode(layout, { ...row, [field]: counted.get(row.id) ?? 0 }));
  write(statements, { collection: into, replace, remove: [] }, true);
};
