/** A query as SQL: its conditions, its plan, and the table and index that it reads. */
import { boundedCache } from '../../../commands/bounded-cache.ts';
import type { Condition, Row, Sort, TermPrefix, Where } from '../../../projections/ports.ts';
import { cutRows, wholeRows } from './codec.ts';
import { columnOf, type Index, type Layout, type ListTable, mayTie, type Table } from './schema.ts';
import { elementsIn, fromDocument, type SqlValue, type Statements, toSql } from './statements.ts';

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

/** The rows of an indexed array are found once for the query, not looked up row by row. */
const containsAny = (source: Source, field: string, elements: readonly string[], isIndexed: boolean): Compared => {
  const table = isIndexed ? source.layout.lists.find(({ array }) => array === field) : undefined;
  const values = [JSON.stringify(elements)];
  const among = 'IN (SELECT value FROM json_each(?))';
  if (table !== undefined) {
    const row = `${source.list === null ? 'm' : 's'}.row`;
    return { sql: `+${row} IN (SELECT e.row FROM ${table.name} e WHERE e.element ${among})`, values, joins: false };
  }
  const from = elementsIn(valueOf({ ...source, list: null }, field).sql);
  return { sql: `EXISTS (SELECT 1 FROM ${from} e WHERE e.value ${among})`, values, joins: true };
};

export const conditionSql = (source: Source, condition: Condition, isIndexed: boolean): Compared => {
  if ('contains' in condition) return contains(source, condition.field, condition.contains, isIndexed);
  if ('containsAny' in condition) return containsAny(source, condition.field, condition.containsAny, isIndexed);
  const { sql: value, joins } = valueOf(source, condition.field);
  const is = (sql: string, values: readonly SqlValue[] = []) => ({ sql: `${value} ${sql}`, values, joins });
  if ('eq' in condition) return condition.eq === null ? is('IS NULL') : is('= ?', [toSql(condition.eq)]);
  if ('in' in condition) return is('IN (SELECT value FROM json_each(?))', [JSON.stringify(condition.in)]);
  if ('notIn' in condition) {
    const values = [JSON.stringify(condition.notIn)];
    return { sql: `(${value} IS NULL OR ${value} NOT IN (SELECT value FROM json_each(?)))`, values, joins };
  }
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

type Access = {
  readonly source: Source;
  /** True if the rows come in the requested order, so a page needs no sorting. */
  readonly isOrdered: boolean;
  /** Conditions on the source, without the terms. */
  readonly where: Sql;
  /** `FROM …`, with the documents joined if requested or needed. */
  readonly from: (withDocuments: boolean) => string;
};

const BY_ID: Sort = { field: 'id', dir: 'asc' };

/** The index that yields the order with the most fields pinned. */
const orderedIndex = (table: Table, pinned: ReadonlyMap<string, unknown>, { field, dir }: Sort): Index | undefined =>
  table.indexes
    .filter(({ equal }) => equal.every((each) => pinned.has(each)))
    .filter(({ lacks }) => lacks === null || pinned.get(lacks) !== null)
    .filter((index) =>
      field === 'id' ? index.sort === null || index.sort === 'id' : index.sort === field && index.dir === dir,
    )
    .sort((a, b) => b.equal.length - a.equal.length)[0];

/** The array table to start from, and the condition that it answers. */
const listFor = ({ lists }: Layout, conditions: readonly Condition[]) => {
  for (const condition of conditions) {
    const list = 'contains' in condition ? lists.find(({ array }) => array === condition.field) : undefined;
    if (list !== undefined && 'contains' in condition)
      return { list, element: condition.contains, rest: conditions.filter((each) => each !== condition) };
  }
  return null;
};

/** `starting`: another source that the query starts from (a search); then documents are read by row, unordered. */
const accessTo = (
  layout: Layout,
  conditions: readonly Condition[],
  isIndexed: boolean,
  sort: Sort | null = BY_ID,
  starting: string | null = null,
): Access => {
  const driver = isIndexed && starting === null ? listFor(layout, conditions) : null;
  const source: Source = { layout, list: driver?.list ?? null };
  const parts = (driver?.rest ?? conditions).map((condition) => conditionSql(source, condition, isIndexed));
  const table = driver?.list ?? layout.documents;
  const pinned = pinnedBy(conditions);
  const index = isIndexed && starting === null && sort !== null ? orderedIndex(table, pinned, sort) : undefined;
  const isById = driver === null && starting === null && conditions.length === 0 && sort?.field === 'id';
  const needsDocuments = parts.some(({ joins }) => joins) || (sort !== null && valueOf(source, sort.field).joins);
  const hint = index === undefined ? '' : ` INDEXED BY ${index.name}`;
  return {
    source,
    isOrdered: index !== undefined || isById,
    where: both([...(driver === null ? [] : [{ sql: 's.element = ?', values: [driver.element] }]), ...parts]),
    from: (withDocuments) => {
      if (starting !== null) return `${starting} CROSS JOIN ${layout.documents.name} m ON m.row = t.rowid`;
      if (driver === null) return `${layout.documents.name} m${hint}`;
      const join = ` CROSS JOIN ${layout.documents.name} m ON m.row = s.row`;
      return `${driver.list.name} s${hint}${withDocuments || needsDocuments ? join : ''}`;
    },
  };
};

export const rowOf = ({ list }: Source): string => (list === null ? 'm.row' : 's.row');

export const THRESHOLDS = {
  /** Up to this number of matches it is cheaper to check each matching row than to scan an index and test each entry. */
  few: 3_000,
  /** From this number of matches on a page fills quickly in any order. */
  dense: 10_000,
  /** Rows checked in listing order, in which a page of a dense search is likely to be found. */
  looked: 6_000,
  /** From this row of a listing on, counting from the nearer end is faster. */
  deep: 10_000,
} as const;

type Plan =
  /** No search terms. */
  | { readonly kind: 'listing' }
  /** The full-text index cannot be used: check the terms of each row of the listing. */
  | { readonly kind: 'scan' }
  /** Start from the rows that `match` finds, and check the terms of each. */
  | { readonly kind: 'few'; readonly match: string }
  /** Start from the listing and test whether `match` finds each row. `isDense`: most rows are likely to match. */
  | { readonly kind: 'many'; readonly match: string; readonly isDense: boolean };

/** Words that the tokenizer does not split; others are searched in the rows themselves. */
const WHOLE = /^[0-9a-z\u0080-\u{10ffff}]+$/u;

const prefixesOf = (sought: TermPrefix): readonly string[] => (typeof sought === 'string' ? [sought] : sought);

/** An empty phrase matches nothing. */
const anyOf = (prefixes: readonly string[]): string => prefixes.map((prefix) => `"${prefix}"*`).join(' OR ') || '""';

const matchOf = (terms: readonly TermPrefix[]): string =>
  terms.map((sought) => `(${anyOf(prefixesOf(sought))})`).join(' AND ');

/** The number of rows that a match finds, counted up to `upTo`. */
type Breadth = (match: string, upTo: number) => number;

/** Starts from the rows with a rare term, or scans the rows of the listing if all terms are common. */
const planOf = (terms: readonly TermPrefix[] | undefined, hasIndex: boolean, breadth: Breadth): Plan => {
  if (terms === undefined || terms.length === 0) return { kind: 'listing' };
  if (!hasIndex || !terms.flatMap(prefixesOf).every((term) => WHOLE.test(term))) return { kind: 'scan' };
  const { few, dense } = THRESHOLDS;
  const each = terms.map((term) => ({ term, rows: breadth(matchOf([term]), dense) }));
  const rare = each.filter(({ rows }) => rows < few);
  if (rare.length > 0) return { kind: 'few', match: matchOf(rare.map(({ term }) => term)) };
  const match = matchOf(terms);
  const isDense = each.every(({ rows }) => rows >= dense);
  return !isDense && breadth(match, few) < few ? { kind: 'few', match } : { kind: 'many', match, isDense };
};

const REMEMBERED_BYTES = 2 * 1024 * 1024;
const REMEMBERED_FOR_MS = 600_000;

/** Caches how many rows a search finds, across all workspaces: it affects the choice of a plan, never the result. */
export const breadthOn = ({ value }: Statements): ((layout: Layout) => Breadth) => {
  const known = boundedCache<number>({
    key: 'program',
    maxBytes: REMEMBERED_BYTES,
    sizeOf: () => 8,
    ttlMs: REMEMBERED_FOR_MS,
  });
  return ({ terms }) =>
    (match, upTo) => {
      const key = `${terms} ${upTo} ${match}`;
      const remembered = known.get(key);
      if (remembered !== undefined) return remembered;
      const counted = Number(
        value(`SELECT count(*) FROM (SELECT 1 FROM ${terms} WHERE ${terms} MATCH ? LIMIT ${upTo})`, [match]),
      );
      known.set(key, counted);
      return counted;
    };
};

export type Counting = {
  readonly statements: Statements;
  readonly breadth: ReturnType<typeof breadthOn>;
};

export type Reading = Counting & {
  readonly layout: Layout;
  /** The collection's array tables, terms and indexes are complete. */
  readonly isIndexed: boolean;
};

/** The requested rows that exist; with `fields`, only these fields of each. */
export const rowsById = (
  { all }: Statements,
  layout: Layout,
  ids: readonly string[],
  fields?: readonly string[],
): readonly Row[] => {
  const { columns, decode } = fields === undefined ? wholeRows(layout) : cutRows(layout, fields);
  return all(`SELECT ${columns} FROM ${layout.documents.name} d WHERE d.id IN (SELECT value FROM json_each(?))`, [
    JSON.stringify(ids),
  ]).map(decode);
};

export type Selection = Pick<Access, 'source' | 'isOrdered' | 'from'> & {
  readonly plan: Plan;
  /** The conditions, without the search terms. */
  readonly conditions: Sql;
  readonly where: Sql;
};

/** Whether a row's own terms match the whole search; needs the document table. Each stored term follows a space. */
export const byTerms = (terms: readonly TermPrefix[] = []): Sql =>
  both(
    terms.map((sought) =>
      typeof sought === 'string'
        ? { sql: 'instr(m.terms, ?) > 0', values: [` ${sought}`] }
        : {
            sql: 'EXISTS (SELECT 1 FROM json_each(?) e WHERE instr(m.terms, e.value) > 0)',
            values: [JSON.stringify(sought.map((prefix) => ` ${prefix}`))],
          },
    ),
  );

/** The query of the full-text index. The unary plus keeps the planner from looking up each row found. */
const inIndex = (plan: Plan, source: Source): readonly Sql[] => {
  const { terms } = source.layout;
  if (plan.kind === 'few') return [{ sql: `${terms} MATCH ?`, values: [plan.match] }];
  if (plan.kind === 'many')
    return [{ sql: `+${rowOf(source)} IN (SELECT rowid FROM ${terms} WHERE ${terms} MATCH ?)`, values: [plan.match] }];
  return [];
};

/** `sort`: null if the order does not matter. */
export const select = (
  { layout, isIndexed, breadth }: Reading,
  { all, terms }: Where,
  sort: Sort | null = null,
): Selection => {
  const plan = planOf(terms, isIndexed && layout.terms !== null, breadth(layout));
  const access = accessTo(layout, all, isIndexed, sort, plan.kind === 'few' ? `${layout.terms} t` : null);
  const { source, isOrdered, where: conditions } = access;
  const needsTerms = plan.kind === 'scan' || plan.kind === 'few';
  return {
    ...{ plan, source, isOrdered, conditions },
    from: (withDocuments) => access.from(withDocuments || needsTerms),
    where: both([conditions, ...inIndex(plan, source), ...(needsTerms ? [byTerms(terms)] : [])]),
  };
};
