/** Writes rows and removes them, each only by a later position than it carries, with its array elements and terms. */
import type { Change } from '../../../projections/ports.ts';
import { progressOf } from './catalog.ts';
import { documentColumns, elementsOf, encode, type Encoded } from './documents.ts';
import { columnOf, layoutOf, type Layout } from './layout.ts';
import type { Statements } from './statements.ts';
import type { SqlValue } from './values.ts';

/** Rows a statement: measured, eight at a time are half as fast again as one, and more gain nothing. */
const ROWS_A_STATEMENT = 8;

type Present = { readonly number: number; readonly position: number; readonly terms: string | null };
type Removal = { readonly id: string; readonly position: number };

/** A change with everything computed that can be before the write lock is taken. */
export type Prepared = {
  readonly layout: Layout;
  readonly replace: readonly Encoded[];
  readonly remove: readonly Removal[];
};

/** Of several changes to one row in a batch, the latest. */
const latest = <T extends Removal>(changes: readonly T[]): readonly T[] => {
  const kept = new Map<string, T>();
  for (const each of changes) if (each.position >= (kept.get(each.id)?.position ?? -1)) kept.set(each.id, each);
  return [...kept.values()];
};

export const prepare = ({ collection, replace, remove = [] }: Change): Prepared => {
  const layout = layoutOf(collection);
  return { layout, replace: latest(replace).map((row) => encode(layout, row)), remove: latest(remove) };
};

const insertMany = (
  { run }: Statements,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
  tail = '',
): void => {
  const line = `(${columns.map(() => '?').join(', ')})`;
  const sql = (count: number): string =>
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${Array<string>(count).fill(line).join(', ')} ${tail}`;
  const whole = rows.length - (rows.length % ROWS_A_STATEMENT);
  for (let n = 0; n < whole; n += ROWS_A_STATEMENT)
    run(sql(ROWS_A_STATEMENT), rows.slice(n, n + ROWS_A_STATEMENT).flat());
  for (const row of rows.slice(whole)) run(sql(1), row);
};

const presentAmong = ({ all }: Statements, table: string, ids: readonly string[]): ReadonlyMap<string, Present> =>
  new Map(
    all(`SELECT id, row, position, terms FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`, [
      JSON.stringify(ids),
    ]).map(([id, number, position, terms]) => [
      String(id),
      { number: Number(number), position: Number(position), terms: terms === null ? null : String(terms) },
    ]),
  );

/** Within a write transaction. */
export const write = (statements: Statements, { layout, replace, remove }: Prepared): void => {
  const { collection, documents, lists, terms } = layout;
  const present = presentAmong(
    statements,
    documents.name,
    [...replace, ...remove].map(({ id }) => id),
  );
  const isLate = ({ id, position }: Removal): boolean => position <= (present.get(id)?.position ?? -2);
  const indexedTo = progressOf(statements, collection)?.indexedTo ?? 0;
  let next = Number(statements.value(`SELECT coalesce(max(row), 0) + 1 FROM ${documents.name}`));

  const forget = (number: number, isTermsToo: boolean): void => {
    for (const { name } of lists) statements.run(`DELETE FROM ${name} WHERE row = ?`, [number]);
    if (terms !== null && isTermsToo) statements.run(`DELETE FROM ${terms} WHERE rowid = ?`, [number]);
  };

  const rows: SqlValue[][] = [];
  const elements = lists.map((): (readonly SqlValue[])[] => []);
  const words: SqlValue[][] = [];
  for (const row of replace.filter((each) => !isLate(each))) {
    const before = present.get(row.id);
    const number = before?.number ?? next++;
    rows.push([number, ...row.values]);
    // What is behind the mark is indexed with the rest, later.
    if (number > indexedTo) continue;
    const isTermsNew = before === undefined || before.terms !== row.terms;
    if (before !== undefined) forget(number, isTermsNew && before.terms !== null);
    lists.forEach((list, n) => elements[n]?.push(...elementsOf(list, number, row.row)));
    if (isTermsNew && row.terms !== null) words.push([number, row.terms]);
  }
  const columns = documentColumns(layout);
  const set = columns.slice(1).map((column) => `${column} = excluded.${column}`);
  insertMany(statements, documents.name, columns, rows, `ON CONFLICT (row) DO UPDATE SET ${set.join(', ')}`);
  lists.forEach(({ name, fields }, n) =>
    insertMany(statements, name, ['row', 'element', 'id', ...fields.map(columnOf)], elements[n] ?? []),
  );
  if (terms !== null) insertMany(statements, terms, ['rowid', 'terms'], words);

  for (const removal of remove.filter((each) => !isLate(each))) {
    // A row that the same batch has just written carries its new position.
    const [[number, position] = []] = statements.all(`SELECT row, position FROM ${documents.name} WHERE id = ?`, [
      removal.id,
    ]);
    if (number === undefined || Number(position) >= removal.position) continue;
    if (Number(number) <= indexedTo) forget(Number(number), true);
    statements.run(`DELETE FROM ${documents.name} WHERE row = ?`, [Number(number)]);
  }
};
