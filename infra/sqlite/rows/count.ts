/** Counts the rows of a query, in total and per value of a field, and recomputes the counts that rows have. */
import type { Json } from '../../../domain/json.ts';
import type { Condition, CoOccurrenceQuery, CoOccurrences, Recount, Where } from '../../../projections/ports.ts';
import { encode } from './codec.ts';
import {
  both,
  conditionSql,
  type Counting,
  pinnedBy,
  type Reading,
  rowOf,
  rowsById,
  select,
  type Source,
  type Sql,
  valueOf,
} from './query.ts';
import { type Layout, layoutOf, progressOf, wordSql } from './schema.ts';
import { type Cell, elementsIn, fromSql, type Statements, toSql } from './statements.ts';
import { write } from './write.ts';

/** The start of a match for exactly the rows that meet the conditions: empty without any, null without such a word. */
const facetFor = ({ facets }: Layout, conditions: readonly Condition[]): Sql | null => {
  if (conditions.length === 0) return { sql: `''`, values: [] };
  const pinned = pinnedBy(conditions);
  if (pinned.size < conditions.length) return null;
  const set = facets.findIndex((fields) => fields.length === pinned.size && fields.every((field) => pinned.has(field)));
  const fields = facets[set];
  if (fields === undefined) return null;
  const values = fields.map((field) => toSql(pinned.get(field) as Json | undefined));
  const word = wordSql(set, Array<string>(fields.length).fill('?'));
  return { sql: `'"' || ${word} || '" AND '`, values };
};

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
): CoOccurrences => {
  const parts = where.map((condition) => conditionSql({ layout, list: null }, condition, isIndexed));
  const conditions = both(parts);
  const elements = elementsOf(layout, by, isIndexed);
  const pairs = statements.all(
    `SELECT v.element, o.element, max(m.id)
     FROM ${elements} v CROSS JOIN ${elements} o ON o.row = v.row AND o.element <> v.element
     CROSS JOIN ${layout.documents.name} m ON m.row = o.row
     WHERE v.element IN (SELECT value FROM json_each(?)) AND o.element IN (SELECT value FROM json_each(?)) AND ${conditions.sql}
     GROUP BY v.element, o.element`,
    [JSON.stringify(values), JSON.stringify(others), ...conditions.values],
  );
  const beside = new Map<string, Map<string, string>>();
  for (const [value, other, row] of pairs) {
    const found = beside.get(String(value)) ?? new Map<string, string>();
    beside.set(String(value), found.set(String(other), String(row)));
  }
  return beside;
};

/** The current count of each row; null if there is none yet. */
const presentCounts = (statements: Statements, { into, field, keys }: Recount): ReadonlyMap<string, Cell> => {
  const layout = layoutOf(into);
  const { sql } = valueOf({ layout, list: null }, field);
  const [which, values] =
    keys === 'all' ? ['1', []] : ['m.id IN (SELECT value FROM json_each(?))', [JSON.stringify(keys)]];
  const rows = statements.all(`SELECT m.id, ${sql} FROM ${layout.documents.name} m WHERE ${which}`, values);
  return new Map(rows.map(([id, present = null]) => [String(id), present]));
};

/** Recomputes counts kept on rows and writes those that differ. Runs within the write transaction, after the rows have been written. */
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
