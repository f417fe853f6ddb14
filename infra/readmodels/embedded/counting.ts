/** How many rows a query has, in all and for each value of a field. */
import type { Where } from '../../../projections/ports.ts';
import { accessTo } from './access.ts';
import { valueOf, type Source, type Sql } from './conditions.ts';
import type { Layout } from './layout.ts';
import { searchFor, type Search } from './search.ts';
import type { Statements } from './statements.ts';
import { fromSql } from './values.ts';

/** Up to here it is cheaper to look at each row that a search finds than to read an index and ask for each entry. */
export const FEW = 3_000;

/** How many rows the full-text index finds, counted up to `FEW`. */
export const fewFound = ({ value }: Statements, { terms }: Layout, match: string): number =>
  Number(value(`SELECT count(*) FROM (SELECT 1 FROM ${terms} WHERE ${terms} MATCH ? LIMIT ${FEW})`, [match]));

type Selection = { readonly source: Source; readonly from: string; readonly where: Sql };

/** The rows asked, with the documents joined or, where they are not needed, without. */
export const selectionOf = (
  statements: Statements,
  layout: Layout,
  { all, terms }: Where,
  isIndexed: boolean,
  withDocuments: boolean,
): Selection => {
  const search: Search | null = searchFor(layout, terms, isIndexed);
  if (search === null || search.match === null) {
    const { source, where, from } = accessTo(layout, all, isIndexed, null);
    const parts = search === null ? [where] : [where, search.byRow];
    return { source, from: from(withDocuments || search !== null), where: both(parts) };
  }
  if (fewFound(statements, layout, search.match) < FEW) {
    const { source, where, from } = accessTo(layout, all, isIndexed, null, `${layout.terms} t`);
    return {
      source,
      from: from(true),
      where: both([{ sql: `${layout.terms} MATCH ?`, values: [search.match] }, where]),
    };
  }
  const { source, where, from } = accessTo(layout, all, isIndexed, null);
  return { source, from: from(withDocuments), where: both([where, amongFound(source, layout, search.match)]) };
};

/** The unary plus keeps the planner from looking up each row found. */
export const amongFound = ({ list }: Source, { terms }: Layout, match: string): Sql => ({
  sql: `+${list === null ? 'm' : 's'}.row IN (SELECT rowid FROM ${terms} WHERE ${terms} MATCH ?)`,
  values: [match],
});

export const both = (parts: readonly Sql[]): Sql => ({
  sql: parts.map(({ sql }) => sql).join(' AND '),
  values: parts.flatMap(({ values }) => values),
});

export const count = (statements: Statements, layout: Layout, where: Where, isIndexed: boolean): number => {
  const search = searchFor(layout, where.terms, isIndexed);
  if (where.all.length === 0 && typeof search?.match === 'string')
    return Number(
      statements.value(`SELECT count(*) FROM ${layout.terms} WHERE ${layout.terms} MATCH ?`, [search.match]),
    );
  const { from, where: asked } = selectionOf(statements, layout, where, isIndexed, false);
  return Number(statements.value(`SELECT count(*) FROM ${from} WHERE ${asked.sql}`, asked.values));
};

/** SQL for the distinct values of `by` in a row `m` or `s`: the value, and what must be joined for it. */
const valuesOf = (
  { layout, list }: Source,
  by: string,
  isIndexed: boolean,
): { readonly value: string; readonly join: string } => {
  if (!(layout.collection.arrays?.includes(by) ?? false)) return { value: valueOf({ layout, list }, by).sql, join: '' };
  const table = isIndexed ? layout.lists.find(({ array }) => array === by) : undefined;
  if (table !== undefined)
    return { value: 'g.element', join: `JOIN ${table.name} g ON g.row = ${list === null ? 'm' : 's'}.row` };
  const path = `'$."${by}"'`;
  const elements = `SELECT DISTINCT d.row, e.value FROM ${layout.documents.name} d, json_each(d.doc, ${path}) e
    WHERE json_type(d.doc, ${path}) = 'array' AND e.type = 'text'`;
  return { value: 'g.value', join: `JOIN (${elements}) g ON g.row = m.row` };
};

/** `only`: the values asked, all if undefined. */
export const groupCounts = (
  statements: Statements,
  layout: Layout,
  where: Where,
  by: string,
  isIndexed: boolean,
  only?: readonly string[],
): ReadonlyMap<string | number | boolean, number> => {
  const { source, from, where: asked } = selectionOf(statements, layout, where, isIndexed, true);
  const { value, join } = valuesOf(source, by, isIndexed);
  const [among, keys] =
    only === undefined ? ['', []] : [`AND ${value} IN (SELECT value FROM json_each(?))`, [JSON.stringify(only)]];
  const groups = statements.all(
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
