/** Keeps the table of an array up with a row: a line for each of its elements. */
import type { Json } from '../../../domain/json.ts';
import type { Row } from '../../../projections/ports.ts';
import { columnOf, type ListTable } from './layout.ts';
import { insertMany, type Statements } from './statements.ts';
import { toSql, type SqlValue } from './values.ts';

/** What the table of one array holds of a row: a line for each distinct element, with the same values of the table's fields. */
export type Listed = { readonly elements: readonly string[]; readonly values: readonly SqlValue[] };

export const listed = ({ array, fields }: ListTable, row: Row): Listed => ({
  elements: (row[array] as readonly string[] | undefined) ?? [],
  values: fields.map((field) => toSql(row[field] as Json | undefined)),
});

export type Numbered = { readonly number: number; readonly id: string; readonly listed: Listed };

export const addElements = (statements: Statements, { name, fields }: ListTable, rows: readonly Numbered[]): void =>
  insertMany(
    statements,
    name,
    ['row', 'element', 'id', ...fields.map(columnOf)],
    rows.flatMap(({ number, id, listed: { elements, values } }) =>
      [...new Set(elements)].map((element) => [number, element, id, ...values]),
    ),
  );

export const removeElements = ({ run }: Statements, { name }: ListTable, number: number): void =>
  run(`DELETE FROM ${name} WHERE row = ?`, [number]);

/** `changed` says whether a field of the row has changed, such as the array. Elements that stay are only touched where another has. */
export const updateElements = (
  statements: Statements,
  list: ListTable,
  row: Numbered,
  changed: (field: string) => boolean,
): void => {
  const { name, array, fields } = list;
  const { values } = row.listed;
  if (changed(array)) {
    removeElements(statements, list, row.number);
    addElements(statements, list, [row]);
    return;
  }
  const set = fields.flatMap((field, n) => (changed(field) ? [{ field, value: values[n] ?? null }] : []));
  if (set.length === 0) return;
  statements.run(`UPDATE ${name} SET ${set.map(({ field }) => `${columnOf(field)} = ?`).join(', ')} WHERE row = ?`, [
    ...set.map(({ value }) => value),
    row.number,
  ]);
};
