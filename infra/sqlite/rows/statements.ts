/** Prepared statements of one connection, and JSON values as SQLite compares them: null, numbers, text, then false and true, each group in its own order. */
import { boundedCache } from '../../../commands/bounded-cache.ts';
import type { Json } from '../../../domain/json.ts';
import type { Connection } from '../connection/database.ts';

export type SqlValue = string | number | null | Uint8Array;

// Blobs sort after text, as booleans do in MongoDB, and are never equal to 0 or 1.
const FALSE = Buffer.from([0]);
const TRUE = Buffer.from([1]);
const MARK = '\u0002';
/** Stands for a list or an object: not null, but not comparable. */
const STRUCTURE = Buffer.from(MARK);

export const toSql = (value: Json | undefined): SqlValue => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? TRUE : FALSE;
  return typeof value === 'object' ? STRUCTURE : value;
};

/** The same for a column that is only displayed: lists and objects follow their mark as JSON. */
export const toShown = (value: Json | undefined): SqlValue =>
  typeof value === 'object' && value !== null ? Buffer.from(`${MARK}${JSON.stringify(value)}`) : toSql(value);

/** The inverse of `toSql` for scalars; null for anything else. */
export const fromSql = (value: SqlValue): string | number | boolean | null => {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  const [kind] = value;
  return kind === STRUCTURE[0] ? null : kind === TRUE[0];
};

/** The inverse of `toShown`; null for a list or object stored as its mark alone. */
export const fromShown = (value: SqlValue): Json => {
  if (!(value instanceof Uint8Array) || value.length === STRUCTURE.length) return fromSql(value);
  const { buffer, byteOffset, byteLength } = value;
  return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString('utf8', STRUCTURE.length)) as Json;
};

/** A table expression for the elements of a list in such a column, as `value`; empty for anything else. */
export const elementsIn = (column: string): string =>
  `json_each(iif(substr(${column}, 1, 1) = x'02', nullif(CAST(substr(${column}, 2) AS TEXT), ''), NULL))`;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** SQL for the same value in a document, for a field without a column. */
export const fromDocument = (doc: string, field: string): string => {
  const path = `'$."${field.replaceAll("'", "''")}"'`;
  return `(CASE json_type(${doc}, ${path}) WHEN 'true' THEN x'01' WHEN 'false' THEN x'00' WHEN 'array' THEN x'02' WHEN 'object' THEN x'02' ELSE json_extract(${doc}, ${path}) END)`;
};

export const sameValue = (a: SqlValue, b: SqlValue): boolean =>
  a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : a === b;

type Prepared = ReturnType<Connection['prepare']>;

/** A column of a result; blobs are buffers. */
export type Cell = string | number | null | Uint8Array;

/** Far more than all surfaces need; there are few query shapes, since values are parameters. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Approximate memory of a compiled statement per character of its text. */
const BYTES_PER_CHARACTER = 20;

export const statementsOn = (db: Connection) => {
  const kept = boundedCache<{ readonly statement: Prepared; readonly bytes: number }>({
    key: 'program',
    maxBytes: MOST_BYTES,
    sizeOf: ({ bytes }) => bytes,
  });
  const prepared = (sql: string): Prepared => {
    const known = kept.get(sql);
    if (known !== undefined) return known.statement;
    const statement = db.prepare(sql);
    kept.set(sql, { statement, bytes: sql.length * BYTES_PER_CHARACTER });
    return statement;
  };
  /** Every result row as an array of its columns. */
  const all = (sql: string, values: readonly SqlValue[] = []) =>
    prepared(sql)
      .raw()
      .all([...values]) as readonly (readonly Cell[])[];
  return {
    run: (sql: string, values: readonly SqlValue[] = []): void => void prepared(sql).run([...values]),
    all,
    /** The first column of the first row. */
    value: (sql: string, values: readonly SqlValue[] = []): Cell => all(sql, values)[0]?.[0] ?? null,
  };
};

export type Statements = ReturnType<typeof statementsOn>;

/** Measured: eight rows per statement are 1.5 times as fast as one; more do not help. */
const ROWS_A_STATEMENT = 8;

export const insertMany = (
  { run }: Statements,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
): void => {
  const line = `(${columns.map(() => '?').join(', ')})`;
  const sql = (count: number): string =>
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${Array<string>(count).fill(line).join(', ')}`;
  const whole = rows.length - (rows.length % ROWS_A_STATEMENT);
  for (let n = 0; n < whole; n += ROWS_A_STATEMENT)
    run(sql(ROWS_A_STATEMENT), rows.slice(n, n + ROWS_A_STATEMENT).flat());
  for (const row of rows.slice(whole)) run(sql(1), row);
};
