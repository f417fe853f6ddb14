/** What every query reads with: its connection's statements, what was counted already by it, and the collection asked. */
import type { Row, Sought } from '../../../projections/ports.ts';
import { wholeRows } from './documents.ts';
import type { Layout } from './layout.ts';
import { searchFor, type Breadth, type Search } from './search.ts';
import type { Statements } from './statements.ts';
import type { Totals } from './totals.ts';

export type Counting = {
  readonly statements: Statements;
  readonly totals: Totals;
  readonly breadth: Breadth;
};

export type Reading = Counting & {
  readonly layout: Layout;
  /** The collection's array tables, terms and indexes are complete. */
  readonly isIndexed: boolean;
};

export const searchIn = (
  { statements, breadth, layout, isIndexed }: Reading,
  terms: readonly Sought[] | undefined,
): Search | null => searchFor(statements, breadth, layout, terms, isIndexed);

/** Those of the rows asked that there are. */
export const rowsById = ({ all }: Statements, layout: Layout, ids: readonly string[]): readonly Row[] => {
  const { columns, decode } = wholeRows(layout);
  return all(`SELECT ${columns} FROM ${layout.documents.name} d WHERE d.id IN (SELECT value FROM json_each(?))`, [
    JSON.stringify(ids),
  ]).map(decode);
};
