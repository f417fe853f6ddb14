/** How many rows a query has, in all and for each value of a field. */
import type { Where } from '../../../projections/ports.ts';
import { valueOf, type Source, type Sql } from './conditions.ts';
import { facetFor } from './facets.ts';
import type { Layout } from './layout.ts';
import type { Reading } from './reading.ts';
import { select } from './selecting.ts';
import { elementsIn, fromSql } from './values.ts';

/** A query for the count, that goes no further than `atMost`. */
export const counted = (reading: Reading, where: Where, atMost?: number): Sql => {
  const { layout } = reading;
  const { plan, from, where: asked } = select(reading, where);
  const facet = facetFor(layout, where.all);
  const rows: Sql =
    plan.kind === 'many' && facet !== null
      ? {
          sql: `FROM ${layout.terms} WHERE ${layout.terms} MATCH ${facet.sql} || ?`,
          values: [...facet.values, plan.match],
        }
      : { sql: `FROM ${from(false)} WHERE ${asked.sql}`, values: asked.values };
  return atMost === undefined
    ? { ...rows, sql: `SELECT count(*) ${rows.sql}` }
    : { sql: `SELECT count(*) FROM (SELECT 1 ${rows.sql} LIMIT ?)`, values: [...rows.values, atMost] };
};

/** What has a line `(row, element)` for each element of an array: its table or, without one, what the documents say. */
export const elementsOf = (layout: Layout, array: string, isIndexed: boolean): string => {
  const table = isIndexed ? layout.lists.find((each) => each.array === array) : undefined;
  if (table !== undefined) return table.name;
  const { sql: value } = valueOf({ layout, list: null }, array);
  return `(SELECT DISTINCT m.row, e.value AS element FROM ${layout.documents.name} m, ${elementsIn(value)} e)`;
};

/** SQL for the distinct values of `by` in a row `m` or `s`: the value, and what must be joined for it. */
const valuesOf = (
  { layout, list }: Source,
  by: string,
  isIndexed: boolean,
): { readonly value: string; readonly join: string } => {
  if (!(layout.collection.arrays?.includes(by) ?? false)) return { value: valueOf({ layout, list }, by).sql, join: '' };
  const row = list === null ? 'm.row' : 's.row';
  return { value: 'g.element', join: `JOIN ${elementsOf(layout, by, isIndexed)} g ON g.row = ${row}` };
};

/** `only`: the values asked, all if undefined. */
export const groupCounts = (
  reading: Reading,
  where: Where,
  by: string,
  only?: readonly string[],
): ReadonlyMap<string | number | boolean, number> => {
  const { source, from, where: asked } = select(reading, where);
  const { value, join } = valuesOf(source, by, reading.isIndexed);
  const [among, keys] =
    only === undefined ? ['', []] : [`AND ${value} IN (SELECT value FROM json_each(?))`, [JSON.stringify(only)]];
  const groups = reading.statements.all(
    `SELECT ${value}, count(*) FROM ${from(true)} ${join} WHERE ${asked.sql} ${among} GROUP BY 1`,
    [...asked.values, ...keys],
  );
  return new Map(
    groups.flatMap(([group = null, counted]) => {
      const scalar = fromSql(group);
      return scalar === null ? [] : [[scalar, Number(counted)] as const];
    }),
  );
};
