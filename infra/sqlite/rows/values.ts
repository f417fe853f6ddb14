/** JSON values as SQLite compares them: null, numbers, text, then false and true, each group in its own order. */
import type { Json } from '../../../domain/json.ts';

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
