/** A row as the columns of its table, and back. */
import type { Json } from '../../../domain/json.ts';
import type { Row } from '../../../projections/ports.ts';
import { facetsOf } from './facets.ts';
import { columnOf, type Layout } from './layout.ts';
import type { Cell } from './statements.ts';
import { toSql, type SqlValue } from './values.ts';

/** Terms are kept apart from the document, each behind a space, so that a search can look at them alone. */
const joined = (terms: readonly string[] | undefined): string | null =>
  terms === undefined ? null : terms.map((term) => ` ${term}`).join('');

const split = (terms: Cell): readonly string[] | undefined =>
  typeof terms === 'string' ? terms.split(' ').slice(1) : undefined;

/** A row made ready for writing, before the write lock is taken. */
export type Encoded = {
  readonly id: string;
  readonly position: number;
  /** Values of `indexedColumns`. */
  readonly indexed: readonly SqlValue[];
  readonly doc: string;
  readonly row: Row;
};

/** The columns that indexes are made of. */
export const indexedColumns = ({ documents }: Layout): readonly string[] => [
  ...documents.fields.map(columnOf),
  'terms',
  'facets',
];

export const encode = (layout: Layout, row: Row): Encoded => {
  const { terms, ...document } = row;
  const fields = layout.documents.fields.map((field) => toSql(row[field] as Json | undefined));
  const indexed = [...fields, joined(terms), facetsOf(layout, row)];
  return { id: row.id, position: row.position, indexed, doc: JSON.stringify(document), row };
};

/** From the columns `terms` and `doc`. */
export const decode = (terms: Cell, doc: Cell): Row => {
  const row = JSON.parse(String(doc)) as Row;
  const list = split(terms);
  return list === undefined ? row : { ...row, terms: list };
};

/** What is read of a document, and how it becomes a row. */
export type Cut = {
  /** Columns of a documents table `d`. */
  readonly columns: string;
  readonly decode: (cells: readonly Cell[]) => Row;
};

const WHOLE: Cut = { columns: 'd.terms, d.doc', decode: ([terms = null, doc = null]) => decode(terms, doc) };

/** Reading a few fields of a long document costs a fraction of parsing all of it. */
export const cutTo = (fields: readonly string[] | undefined): Cut => {
  if (fields === undefined) return WHOLE;
  const wanted = [...new Set(['id', 'position', ...fields])];
  return {
    columns: `json_extract(d.doc, ${wanted.map((field) => `'$."${field}"'`).join(', ')})`,
    decode: ([values = null]) => {
      const list = JSON.parse(String(values)) as readonly unknown[];
      return Object.fromEntries(wanted.map((field, index) => [field, list[index]])) as Row;
    },
  };
};
