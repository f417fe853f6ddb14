/** How many rows a query has, in all and for each value of a field. */
import type { Where } from '../../../projections/ports.ts';
import { valueOf, type Source } from './conditions.ts';
import { facetFor } from './facets.ts';
import type { Layout } from './layout.ts';
import type { Reading } from './reading.ts';
import { select } from './selecting.ts';
import { fromSql } from './values.ts';

/** The count of the collection's present state; counted at most once for each of them. */
export const count = (reading: Reading, where: Where): number => {
  const { statements, totals, layout } = reading;
  return totals(layout.collection, JSON.stringify(where), () => {
    const { plan, from, where: asked } = select(reading, where);
    const facet = facetFor(layout, where.all);
    if (plan.kind === 'many' && facet !== null)
      return Number(
        statements.value(`SELECT count(*) FROM ${layout.terms} WHERE ${layout.terms} MATCH ${facet.sql} || ?`, [
          ...facet.values,
          plan.match,
        ]),
      );
    return Number(statements.value(`SELECT count(*) FROM ${from(false)} WHERE ${asked.sql}`, asked.values));
  });
};

/** What has a line `(row, element)` for each element of an array: its table or, without one, what the documents say. */
export const elementsOf = ({ lists, documents }: Layout, array: string, isIndexed: boolean): string => {
  const table = isIndexed ? lists.find((each) => each.array === array) : undefined;
  if (table !== undefined) return table.name;
  const path = `'$."${array}"'`;
  return `(SELECT DISTINCT d.row, e.value AS element FROM ${documents.name} d, json_each(d.doc, ${path}) e
    WHERE json_type(d.doc, ${path}) = 'array' AND e.type = 'text')`;
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
