/** Updates an array's table after a write to a row: one line per element. */
import type { Json } from '../../../domain/json.ts';
import type { Row } from '../../../projections/ports.ts';
import { columnOf, type ListTable } from './layout.ts';
import { insertMany, type Cell, type Statements } from './statements.ts';
import { fromShown, toSql, type SqlValue } from './values.ts';

/** A row's lines in an array's table: one per distinct element, all with the same values of the table's fields. */
export type Listed = { readonly elements: readonly string[]; readonly values: readonly SqlValue[] };

const listIn = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as readonly string[]) : []);

const without = (some: readonly string[], others: readonly string[]): readonly string[] => {
  const left = new Set(others);
  return some.filter((each) => !left.has(each));
};

export const listed = ({ array, fields }: ListTable, row: Row): Listed => ({
  elements: listIn(row[array]),
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

/** `before`: the current column of the array. Remaining elements are only updated if another field has changed. */
export const updateElements = (
  statements: Statements,
  list: ListTable,
  row: Numbered,
  before: Cell,
  changed: (field: string) => boolean,
): void => {
  const { name, array, fields } = list;
  const { elements, values } = row.listed;
  const [known, wanted] = changed(array) ? [listIn(fromShown(before)), elements] : [[], []];
  for (const gone of without(known, wanted))
    statements.run(`DELETE FROM ${name} WHERE row = ? AND element = ?`, [row.number, gone]);
  const set = fields.flatMap((field, n) => (changed(field) ? [{ field, value: values[n] ?? null }] : []));
  if (set.length > 0)
    statements.run(`UPDATE ${name} SET ${set.map(({ field }) => `${columnOf(field)} = ?`).join(', ')} WHERE row = ?`, [
      ...set.map(({ value }) => value),
      row.number,
    ]);
  addElements(statements, list, [{ ...row, listed: { elements: without(wanted, known), values } }]);
};
