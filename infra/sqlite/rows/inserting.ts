/** Inserts many rows, several a statement. */
import type { Statements } from './statements.ts';
import type { SqlValue } from './values.ts';

/** Measured: eight at a time are half as fast again as one, and more gain nothing. */
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
