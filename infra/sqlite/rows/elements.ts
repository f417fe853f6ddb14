/** Keeps the table of an array up with a row: a line for each of its elements. */
import type { Json } from '../../../domain/json.ts';
import type { Row } from '../../../projections/ports.ts';
import { insertMany } from './inserting.ts';
import { columnOf, type ListTable } from './layout.ts';
import type { Statements } from './statements.ts';
import { toSql, type SqlValue } from './values.ts';

/** What the table of one array holds of a row: a line an element, each with the same values of the table's fields. */
export type Listed = { readonly elements: ReadonlySet<string>; readonly values: readonly SqlValue[] };

const elementsOf = (row: Row, array: string): ReadonlySet<string> => {
  const list = row[array];
  return new Set(Array.isArray(list) ? (list as readonly Json[]).filter((each) => typeof each === 'string') : []);
};

export const listed = ({ array, fields }: ListTable, row: Row): Listed => ({
  elements: elementsOf(row, array),
  values: fields.map((field) => toSql(row[field] as Json | undefined)),
});

export type Numbered = { readonly number: number; readonly id: string; readonly listed: Listed };

export const addElements = (statements: Statements, { name, fields }: ListTable, rows: readonly Numbered[]): void =>
  insertMany(
    statements,
    name,
    ['row', 'element', 'id', ...fields.map(columnOf)],
    rows.flatMap(({ number, id, listed: { elements, values } }) =>
      [...elements].map((element) => [number, element, id, ...values]),
    ),
  );

export const removeElements = ({ run }: Statements, { name }: ListTable, number: number): void =>
  run(`DELETE FROM ${name} WHERE row = ?`, [number]);

/** `changed` says whether a field of the row has changed. Elements that stay are only touched where a field has. */
export const updateElements = (
  statements: Statements,
  list: ListTable,
  row: Numbered,
  changed: (field: string) => boolean,
): void => {
  const { name, fields } = list;
  const {
    number,
    listed: { elements, values },
  } = row;
  // As one value: thousands of rows would each cross into JavaScript.
  const present = JSON.parse(
    String(statements.value(`SELECT json_group_array(element) FROM ${name} WHERE row = ?`, [number])),
  ) as readonly string[];
  if (present.length !== elements.size || !present.every((element) => elements.has(element))) {
    removeElements(statements, list, number);
    addElements(statements, list, [row]);
    return;
  }
  const set = fields.flatMap((field, n) => (changed(field) ? [{ field, value: values[n] ?? null }] : []));
  if (set.length === 0) return;
  statements.run(`UPDATE ${name} SET ${set.map(({ field }) => `${columnOf(field)} = ?`).join(', ')} WHERE row = ?`, [
    ...set.map(({ value }) => value),
    number,
  ]);
};
