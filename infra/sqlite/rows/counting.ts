/** How many rows a query has, in all and for each value of a field. */
import type { Where } from '../../../projections/ports.ts';
import { accessTo } from './access.ts';
import { both, valueOf, type Source, type Sql } from './conditions.ts';
import { facetFor } from './facets.ts';
import type { Layout } from './layout.ts';
import { searchIn, type Reading } from './reading.ts';
import { fromSql } from './values.ts';

type Selection = { readonly source: Source; readonly from: string; readonly where: Sql };

export const found = ({ terms }: Layout, match: string): Sql => ({ sql: `${terms} MATCH ?`, values: [match] });

const foundWithin = ({ terms }: Layout, facet: Sql, match: string): Sql => ({
  sql: `${terms} MATCH '"' || ${facet.sql} || '" AND ' || ?`,
  values: [...facet.values, match],
});

/** The unary plus keeps the planner from looking up each row found. */
export const amongFound = ({ layout, list }: Source, match: string): Sql => ({
  sql: `+${list === null ? 'm' : 's'}.row IN (SELECT rowid FROM ${layout.terms} WHERE ${layout.terms} MATCH ?)`,
  values: [match],
});

/** The rows asked, with the documents joined or, where they are not needed, without. */
const select = (reading: Reading, { all, terms }: Where, withDocuments: boolean): Selection => {
  const { layout, isIndexed } = reading;
  const search = searchIn(reading, terms);
  if (search?.kind === 'few') {
    const { source, where, from } = accessTo(layout, all, isIndexed, null, `${layout.terms} t`);
    return { source, from: from(true), where: both([found(layout, search.match), where, search.byRow]) };
  }
  const { source, where, from } = accessTo(layout, all, isIndexed, null);
  if (search === null) return { source, from: from(withDocuments), where };
  return search.kind === 'scan'
    ? { source, from: from(true), where: both([where, search.byRow]) }
    : { source, from: from(withDocuments), where: both([where, amongFound(source, search.match)]) };
};

/** The count of the collection's present state; counted at most once for each of them. */
export const count = (reading: Reading, where: Where): number => {
  const { statements, totals, layout } = reading;
  return totals(layout.collection, JSON.stringify(where), () => {
    const search = searchIn(reading, where.terms);
    const facet = facetFor(layout, where.all);
    if (search?.kind === 'many' && (facet !== null || where.all.length === 0)) {
      const { sql, values } = facet === null ? found(layout, search.match) : foundWithin(layout, facet, search.match);
      return Number(statements.value(`SELECT count(*) FROM ${layout.terms} WHERE ${sql}`, values));
    }
    const { from, where: asked } = select(reading, where, false);
    return Number(statements.value(`SELECT count(*) FROM ${from} WHERE ${asked.sql}`, asked.values));
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
  const { source, from, where: asked } = select(reading, where, true);
  const { value, join } = valuesOf(source, by, reading.isIndexed);
  const [among, keys] =
    only === undefined ? ['', []] : [`AND ${value} IN (SELECT value FROM json_each(?))`, [JSON.stringify(only)]];
  const groups = reading.statements.all(
    `SELECT ${value}, count(*) FROM ${from} ${join} WHERE ${asked.sql} ${among} GROUP BY 1`,
    [...asked.values, ...keys],
  );
  return new Map(
    groups.flatMap(([group = null, counted]) => {
      const scalar = fromSql(group);
      return scalar === null ? [] : [[scalar, Number(counted)] as const];
    }),
  );
};
