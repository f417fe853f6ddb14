/** Keeps the table of an array up with a row: a line for each of its elements. */
import type { Json } from '../../../domain/json.ts';
import type { Row } from '../../../projections/ports.ts';
import { insertMany } from './inserting.ts';
import { columnOf, type ListTable } from './layout.ts';
import type { Statements } from './statements.ts';
import { toSql, type SqlValue } from './values.ts';

const elementsOf = (row: Row, array: string): readonly string[] => {
  const list = row[array];
  if (!Array.isArray(list)) return [];
  return [...new Set((list as readonly Json[]).filter((each) => typeof each === 'string'))];
};

const valuesOf = (row: Row, fields: readonly string[]): readonly SqlValue[] =>
  fields.map((field) => toSql(row[field] as Json | undefined));

export type Numbered = { readonly number: number; readonly row: Row };

export const addElements = (
  statements: Statements,
  { name, array, fields }: ListTable,
  rows: readonly Numbered[],
): void =>
  insertMany(
    statements,
    name,
    ['row', 'element', 'id', ...fields.map(columnOf)],
    rows.flatMap(({ number, row }) => {
      const values = valuesOf(row, fields);
      return elementsOf(row, array).map((element) => [number, element, row.id, ...values]);
    }),
  );

export const removeElements = ({ run }: Statements, { name }: ListTable, number: number): void =>
  run(`DELETE FROM ${name} WHERE row = ?`, [number]);

/** `changed` says whether a field of the row has changed. Elements that stay are only touched where a field has. */
export const updateElements = (
  statements: Statements,
  list: ListTable,
  { number, row }: Numbered,
  changed: (field: string) => boolean,
): void => {
  const { name, array } = list;
  const present = statements.all(`SELECT element FROM ${name} WHERE row = ?`, [number]).map(([element]) => element);
  const elements = new Set<unknown>(elementsOf(row, array));
  if (present.length !== elements.size || !present.every((element) => elements.has(element))) {
    removeElements(statements, list, number);
    addElements(statements, list, [{ number, row }]);
    return;
  }
  const fields = list.fields.filter(changed);
  if (fields.length === 0) return;
  const set = fields.map((field) => `${columnOf(field)} = ?`).join(', ');
  statements.run(`UPDATE ${name} SET ${set} WHERE row = ?`, [...valuesOf(row, fields), number]);
};
