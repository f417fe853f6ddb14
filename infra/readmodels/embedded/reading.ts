/** What every query reads with: its connection's statements, what was counted already, and the collection asked. */
import type { Layout } from './layout.ts';
import { searchFor, type Breadth, type Search } from './search.ts';
import type { Statements } from './statements.ts';
import type { Totals } from './totals.ts';

export type Reading = {
  readonly statements: Statements;
  readonly totals: Totals;
  readonly breadth: Breadth;
  readonly layout: Layout;
  /** The collection's array tables, terms and indexes are complete. */
  readonly isIndexed: boolean;
};

export const searchIn = (
  { statements, breadth, layout, isIndexed }: Reading,
  terms: readonly string[] | undefined,
): Search | null => searchFor(statements, breadth, layout, terms, isIndexed);
