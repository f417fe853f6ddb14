/** A row as the columns of its table, and back. */
import type { Json } from '../../../domain/json.ts';
import type { Row } from '../../../projections/ports.ts';
import { columnOf, type Layout, type ListTable } from './layout.ts';
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
  readonly terms: string | null;
  /** Column values from `id` on. */
  readonly values: readonly SqlValue[];
  readonly row: Row;
};

export const encode = ({ documents }: Layout, row: Row): Encoded => {
  const { terms, ...document } = row;
  const { id, position } = row;
  const text = joined(terms);
  const columns = documents.fields.map((field) => toSql(row[field] as Json | undefined));
  return { id, position, terms: text, values: [id, position, ...columns, text, JSON.stringify(document)], row };
};

export const documentColumns = ({ documents }: Layout): readonly string[] => [
  'row',
  'id',
  'position',
  ...documents.fields.map(columnOf),
  'terms',
  'doc',
];

/** The lines of a row in the table of one of its arrays. */
export const elementsOf = (
  { array, fields }: ListTable,
  number: number,
  row: Row,
): readonly (readonly SqlValue[])[] => {
  const list = row[array];
  if (!Array.isArray(list)) return [];
  const columns = fields.map((field) => toSql(row[field] as Json | undefined));
  const elements = new Set((list as readonly Json[]).filter((each) => typeof each === 'string'));
  return [...elements].map((element) => [number, element, row.id, ...columns]);
};

/** From the columns `terms` and `doc`. */
export const decode = (terms: Cell, doc: Cell): Row => {
  const row = JSON.parse(String(doc)) as Row;
  const list = split(terms);
  return list === undefined ? row : { ...row, terms: list };
};
