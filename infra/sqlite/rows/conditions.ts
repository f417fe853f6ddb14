/** Conditions of a query, as SQL over a table of documents or of array elements. */
import type { Condition, Sort } from '../../../projections/ports.ts';
import { columnOf, mayTie, type Layout, type ListTable } from './layout.ts';
import { elementsIn, fromDocument, toSql, type SqlValue } from './values.ts';

/** A piece of SQL with the values of its parameters, in order. */
export type Sql = { readonly sql: string; readonly values: readonly SqlValue[] };

export const both = (parts: readonly Sql[]): Sql => ({
  sql: parts.length === 0 ? '1' : parts.map(({ sql }) => sql).join(' AND '),
  values: parts.flatMap(({ values }) => values),
});

/** The fields that must have a value, null included, with that value. */
export const pinnedBy = (conditions: readonly Condition[]) =>
  new Map(conditions.flatMap((each) => ('eq' in each ? [[each.field, each.eq] as const] : [])));

/** The source of rows: the documents (`m`) or, for conditions on an array, its elements (`s`). */
export type Source = {
  readonly layout: Layout;
  readonly list: ListTable | null;
};

/** A field's value as SQL, and whether the document table is needed for it. */
export const valueOf = ({ layout, list }: Source, field: string): { readonly sql: string; readonly joins: boolean } => {
  if (list !== null && (field === 'id' || list.fields.includes(field)))
    return { sql: `s.${columnOf(field)}`, joins: false };
  const hasColumn = field === 'id' || field === 'position' || layout.documents.fields.includes(field);
  if (!hasColumn && layout.compression !== null)
    throw new Error(`${layout.collection.name} is compressed, and ${field} has no column to compare`);
  return { sql: hasColumn ? `m.${columnOf(field)}` : fromDocument('m.doc', field), joins: true };
};

/** Numbers sort before texts and texts before booleans, so an open range ends at values of another type. */
const FIRST_TEXT: Sql = { sql: `< ''`, values: [] };
const FIRST_BLOB: Sql = { sql: `< x''`, values: [] };
const FROM_TEXT: Sql = { sql: `>= ''`, values: [] };

type Range = Extract<Condition, { readonly gt?: string | number; readonly lte?: string | number }>;

const rangeOf = ({ gt, gte, lt, lte }: Omit<Range, 'field'>): readonly Sql[] => {
  const bounds = Object.entries({ '>': gt, '>=': gte, '<': lt, '<=': lte }).flatMap(([operator, value]) =>
    value === undefined ? [] : [{ sql: `${operator} ?`, values: [value] }],
  );
  const types = new Set([gt, gte, lt, lte].filter((bound) => bound !== undefined).map((bound) => typeof bound));
  // No value lies between bounds of different types.
  const isOpenAbove = lt === undefined && lte === undefined;
  const isOpenBelow = gt === undefined && gte === undefined;
  if (types.size > 1) return [{ sql: `IN ()`, values: [] }];
  if (types.has('number')) return [...bounds, ...(isOpenAbove ? [FIRST_TEXT] : [])];
  if (types.has('string'))
    return [...bounds, ...(isOpenAbove ? [FIRST_BLOB] : []), ...(isOpenBelow ? [FROM_TEXT] : [])];
  return [{ sql: 'IS NOT NULL', values: [] }];
};

/** `joins`: whether the document table is needed for it. */
type Compared = Sql & { readonly joins: boolean };

const contains = ({ layout, list }: Source, field: string, element: string, isIndexed: boolean): Compared => {
  const table = isIndexed ? layout.lists.find(({ array }) => array === field) : undefined;
  const row = `${list === null ? 'm' : 's'}.row`;
  const [from, isElement] =
    table === undefined
      ? [elementsIn(valueOf({ layout, list: null }, field).sql), 'e.value = ?']
      : [table.name, `e.row = ${row} AND e.element = ?`];
  return {
    sql: `EXISTS (SELECT 1 FROM ${from} e WHERE ${isElement})`,
    values: [element],
    joins: table === undefined,
  };
};

export const conditionSql = (source: Source, condition: Condition, isIndexed: boolean): Compared => {
  if ('contains' in condition) return contains(source, condition.field, condition.contains, isIndexed);
  const { sql: value, joins } = valueOf(source, condition.field);
  const is = (sql: string, values: readonly SqlValue[] = []) => ({ sql: `${value} ${sql}`, values, joins });
  if ('eq' in condition) return condition.eq === null ? is('IS NULL') : is('= ?', [toSql(condition.eq)]);
  if ('in' in condition) return is('IN (SELECT value FROM json_each(?))', [JSON.stringify(condition.in)]);
  if ('exists' in condition) return is(condition.exists ? 'IS NOT NULL' : 'IS NULL');
  const bounds = rangeOf(condition);
  return {
    sql: bounds.map(({ sql }) => `${value} ${sql}`).join(' AND '),
    values: bounds.flatMap(({ values }) => values),
    joins,
  };
};

/** Nulls last and ties, where there may be any, by ascending id, in both directions; `isReversed` reads the same order from its other end. */
export const orderSql = (source: Source, { field, dir }: Sort, isReversed = false): string => {
  const id = valueOf(source, 'id').sql;
  const direction = (dir === 'asc') === isReversed ? 'DESC' : 'ASC';
  if (field === 'id') return `${id} ${direction}`;
  const ties = mayTie(source.layout.collection, field) ? `, ${id} ${isReversed ? 'DESC' : 'ASC'}` : '';
  return `${valueOf(source, field).sql} ${direction} NULLS ${isReversed ? 'FIRST' : 'LAST'}${ties}`;
};
