/** Counts kept on rows: counted anew from the rows they are about, and written where they differ. */
import type { Recount } from '../../../projections/ports.ts';
import { progressOf } from './catalog.ts';
import { valueOf } from './conditions.ts';
import { groupCounts } from './counting.ts';
import { columnOf, layoutOf } from './layout.ts';
import type { Reading } from './reading.ts';
import type { Cell, Statements } from './statements.ts';

/** The present count of each row; null where there is none yet. */
const presentCounts = (statements: Statements, { into, field, keys }: Recount): ReadonlyMap<string, Cell> => {
  const layout = layoutOf(into);
  const { sql } = valueOf({ layout, list: null }, field);
  const [which, values] =
    keys === 'all' ? ['1', []] : ['m.id IN (SELECT value FROM json_each(?))', [JSON.stringify(keys)]];
  const rows = statements.all(`SELECT m.id, ${sql} FROM ${layout.documents.name} m WHERE ${which}`, values);
  return new Map(rows.map(([id, present = null]) => [String(id), present]));
};

/** Within a write transaction, after the rows have been written. */
export const recount = (reading: Omit<Reading, 'layout' | 'isIndexed'>, asked: Recount): void => {
  const { statements } = reading;
  const { into, field, from, where, by, keys } = asked;
  const isIndexed = progressOf(statements, from)?.ready ?? false;
  const counting = { ...reading, layout: layoutOf(from), isIndexed };
  const counted = groupCounts(counting, { all: where }, by, keys === 'all' ? undefined : keys);
  const changed = [...presentCounts(statements, asked)].flatMap(([id, present]) => {
    const count = counted.get(id) ?? 0;
    return present === count ? [] : [[id, count] as const];
  });
  if (changed.length === 0) return;
  const { documents, lists } = layoutOf(into);
  const counts = `WITH c (id, n) AS (SELECT value ->> 0, value ->> 1 FROM json_each(?))`;
  const column = documents.fields.includes(field) ? `, ${columnOf(field)} = c.n` : '';
  statements.run(
    `${counts} UPDATE ${documents.name} AS m SET doc = json_set(m.doc, '$."${field}"', c.n)${column} FROM c WHERE m.id = c.id`,
    [JSON.stringify(changed)],
  );
  for (const { name } of lists.filter(({ fields }) => fields.includes(field)))
    statements.run(
      `${counts} UPDATE ${name} AS s SET ${columnOf(field)} = c.n FROM c JOIN ${documents.name} m ON m.id = c.id WHERE s.row = m.row`,
      [JSON.stringify(changed)],
    );
};
