/** Converts rows to columns and back: fields with their own column are not repeated in the document. */
import type { Json } from '../../../domain/json.ts';
import type { Row } from '../../../projections/ports.ts';
import { columnOf, type Layout, type ListTable, OWN_COLUMNS } from './schema.ts';
import { type Cell, fromShown, type SqlValue, toShown, toSql } from './statements.ts';

/** A hundred documents of this size are read and parsed within one turn of the event loop. */
const READ_WITH_PAGE_BYTES = 32 * 1024;

/** Terms are stored apart from the document, each preceded by a space, so a search reads only them. */
const joined = (terms: readonly string[] | undefined): string | null =>
  terms === undefined ? null : terms.map((term) => ` ${term}`).join('');

const split = (terms: Cell): readonly string[] | undefined =>
  typeof terms === 'string' ? terms.split(' ').slice(1) : undefined;

/** SQLite ends a text at NUL, and the driver replaces unpaired surrogates: such texts are also kept in the document. */
const ALTERED = /[\0\ud800-\udfff]/;

const isWholeInColumn = (value: unknown, isShown: boolean): boolean => {
  if (typeof value === 'string') return !ALTERED.test(value);
  if (typeof value === 'object') return isShown && value !== null;
  return typeof value === 'number' || typeof value === 'boolean';
};

/** A row's lines in an array's table: one per distinct element, all with the same values of the table's fields. */
export type Listed = { readonly elements: readonly string[]; readonly values: readonly SqlValue[] };

export const listIn = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as readonly string[]) : []);

const listed = ({ array, fields }: ListTable, row: Row): Listed => ({
  elements: listIn(row[array]),
  values: fields.map((field) => toSql(row[field] as Json | undefined)),
});

/** A row prepared for writing before the write lock is taken. */
export type Encoded = {
  readonly id: string;
  readonly position: number;
  /** Values of `indexedColumns`. */
  readonly indexed: readonly SqlValue[];
  /** JSON. */
  readonly doc: string;
  /** For each array table of the layout. */
  readonly lists: readonly Listed[];
};

/** The columns used for conditions, sorting and searching. */
export const indexedColumns = ({ documents }: Layout): readonly string[] => [
  ...documents.fields.map(columnOf),
  'terms',
];

/** The fields without a column, or not whole in it. */
const documentOf = ({ columns, shown }: Layout, row: Row): string => {
  // A new object, since deleting properties would make it slow.
  const document: Record<string, unknown> = {};
  for (const field in row)
    if (!OWN_COLUMNS.has(field) && !(columns.has(field) && isWholeInColumn(row[field], shown.has(field))))
      document[field] = row[field];
  return JSON.stringify(document);
};

export const encode = (layout: Layout, row: Row): Encoded => {
  const { documents, shown, lists } = layout;
  const { id, position, terms } = row;
  const indexed = documents.fields.map((field): SqlValue => {
    const value = row[field] as Json | undefined;
    return shown.has(field) ? toShown(value) : toSql(value);
  });
  return {
    id,
    position,
    indexed: [...indexed, joined(terms)],
    doc: documentOf(layout, row),
    lists: lists.map((list) => listed(list, row)),
  };
};

/** The columns read from a documents table `d`, and how they become a row again. */
type Reader<T = Row> = {
  readonly columns: string;
  readonly decode: (cells: readonly Cell[]) => T;
};

export const wholeRows = ({ documents: { fields } }: Layout): Reader => ({
  columns: ['id', 'position', ...fields.map(columnOf), 'terms', 'doc'].map((column) => `d.${column}`).join(', '),
  decode: ([id, position, ...cells]) => {
    const row: Record<string, unknown> = { id, position };
    fields.forEach((field, n) => {
      const value = fromShown(cells[n] ?? null);
      if (value !== null) row[field] = value;
    });
    const terms = split(cells.at(-2) ?? null);
    if (terms !== undefined) row['terms'] = terms;
    // Last: for a field that also has a column, the document's value is authoritative.
    return Object.assign(row, JSON.parse(String(cells.at(-1)))) as Row;
  },
});

/** A row too large to be read with its page: its location, and the position of its last event. */
export class LargeRow {
  constructor(
    readonly row: Cell,
    readonly id: Cell,
    readonly position: Cell,
  ) {}
}

/** Whole rows, except large ones. */
export const pagedRows = (layout: Layout): Reader<Row | LargeRow> => {
  const { columns, decode } = wholeRows(layout);
  return {
    columns: `${columns.replace(/d\.doc$/u, `CASE WHEN octet_length(d.doc) <= ${READ_WITH_PAGE_BYTES} THEN d.doc END`)}, d.row`,
    decode: (cells) => {
      const [doc = null, row = null] = cells.slice(-2);
      return doc === null ? new LargeRow(row, cells[0] ?? null, cells[1] ?? null) : decode(cells.slice(0, -1));
    },
  };
};

/** Columns cost a fraction of a document, which is read only for fields without a column. */
export const cutRows = ({ documents }: Layout, requested: readonly string[]): Reader => {
  const names = [...new Set(['id', 'position', ...requested])];
  const hasColumn = (field: string): boolean => OWN_COLUMNS.has(field) || documents.fields.includes(field);
  const decoderOf = (field: string): ((cell: Cell) => unknown) => {
    if (field === 'terms') return (cell) => split(cell) ?? null;
    if (hasColumn(field)) return fromShown;
    return (cell) => (typeof cell === 'string' ? (JSON.parse(cell) as Json) : null);
  };
  const fields = names.map((field) => ({ field, decoded: decoderOf(field) }));
  return {
    columns: names.map((field) => (hasColumn(field) ? `d.${columnOf(field)}` : `d.doc -> '$."${field}"'`)).join(', '),
    decode: (cells) => {
      const row: Record<string, unknown> = {};
      for (const [n, { field, decoded }] of fields.entries()) row[field] = decoded(cells[n] ?? null);
      return row as Row;
    },
  };
};
