/** Counts the rows of a query, in total and per value of a field. */
import type { CoOccurrenceQuery, Where } from '../../../projections/ports.ts';
import { rowOf } from './access.ts';
import { both, conditionSql, valueOf, type Source, type Sql } from './conditions.ts';
import { facetFor } from './facets.ts';
import type { Layout } from './layout.ts';
import type { Reading } from './reading.ts';
import { select } from './selecting.ts';
import type { Cell } from './statements.ts';
import { elementsIn, fromSql } from './values.ts';

/** A counting query that stops at `atMost`. */
export const counted = (reading: Reading, where: Where, atMost?: number): Sql => {
  const { layout } = reading;
  const { plan, from, where: conditions } = select(reading, where);
  const facet = facetFor(layout, where.all);
  const rows: Sql =
    plan.kind === 'many' && facet !== null
      ? {
          sql: `FROM ${layout.terms} WHERE ${layout.terms} MATCH ${facet.sql} || ?`,
          values: [...facet.values, plan.match],
        }
      : { sql: `FROM ${from(false)} WHERE ${conditions.sql}`, values: conditions.values };
  return atMost === undefined
    ? { ...rows, sql: `SELECT count(*) ${rows.sql}` }
    : { sql: `SELECT count(*) FROM (SELECT 1 ${rows.sql} LIMIT ?)`, values: [...rows.values, atMost] };
};

/** A source of `(row, element)` pairs for an array: its table or, without one, the documents. */
const elementsOf = (layout: Layout, array: string, isIndexed: boolean): string => {
  const table = isIndexed ? layout.lists.find((each) => each.array === array) : undefined;
  if (table !== undefined) return table.name;
  const { sql: value } = valueOf({ layout, list: null }, array);
  return `(SELECT DISTINCT m.row, e.value AS element FROM ${layout.documents.name} m, ${elementsIn(value)} e)`;
};

/** SQL for the distinct values of `by` in a row `m` or `s`: the value, and what must be joined for it. */
const valuesOf = (source: Source, by: string, isIndexed: boolean) => {
  if (source.layout.collection.arrays?.includes(by) !== true) return { value: valueOf(source, by).sql, join: '' };
  return { value: 'g.element', join: `JOIN ${elementsOf(source.layout, by, isIndexed)} g ON g.row = ${rowOf(source)}` };
};

/** A query for each value with its number of rows. `only`: the values to count; all if undefined. */
export const grouped = (reading: Reading, where: Where, by: string, only?: readonly string[]): Sql => {
  const { source, from, where: conditions } = select(reading, where);
  const { value, join } = valuesOf(source, by, reading.isIndexed);
  const [among, keys] =
    only === undefined ? ['', []] : [`AND ${value} IN (SELECT value FROM json_each(?))`, [JSON.stringify(only)]];
  return {
    sql: `SELECT ${value}, count(*) FROM ${from(true)} ${join} WHERE ${conditions.sql} ${among} GROUP BY 1`,
    values: [...conditions.values, ...keys],
  };
};

export const groupsIn = (rows: readonly (readonly Cell[])[]): ReadonlyMap<string | number | boolean, number> =>
  new Map(
    rows.flatMap(([group = null, count]) => {
      const scalar = fromSql(group);
      return scalar === null ? [] : [[scalar, Number(count)] as const];
    }),
  );

/** Which values occur together in an array of the rows. Runs within a read transaction. Starts from the rows of `values`: they are few, however many rows meet the conditions. */
export const coOccurrences = (
  { statements, layout, isIndexed }: Reading,
  { where, by, values, others }: CoOccurrenceQuery,
): ReadonlyMap<string, ReadonlySet<string>> => {
  const parts = where.map((condition) => conditionSql({ layout, list: null }, condition, isIndexed));
  const conditions = both(parts);
  const elements = elementsOf(layout, by, isIndexed);
  const documents = parts.length === 0 ? '' : `CROSS JOIN ${layout.documents.name} m ON m.row = o.row`;
  const pairs = statements.all(
    `SELECT DISTINCT v.element, o.element
     FROM ${elements} v CROSS JOIN ${elements} o ON o.row = v.row AND o.element <> v.element ${documents}
     WHERE v.element IN (SELECT value FROM json_each(?)) AND o.element IN (SELECT value FROM json_each(?)) AND ${conditions.sql}`,
    [JSON.stringify(values), JSON.stringify(others), ...conditions.values],
  );
  const beside = new Map<string, Set<string>>();
  for (const [value, other] of pairs) {
    const found = beside.get(String(value)) ?? new Set();
    beside.set(String(value), found.add(String(other)));
  }
  return beside;
};
