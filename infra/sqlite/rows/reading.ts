/** What every query reads with: its connection's statements and the collection asked. */
import type { Row } from '../../../projections/ports.ts';
import type { BreadthIn } from './breadth.ts';
import { cutRows, wholeRows } from './documents.ts';
import type { Layout } from './layout.ts';
import type { Statements } from './statements.ts';

export type Counting = {
  readonly statements: Statements;
  readonly breadth: BreadthIn;
};

export type Reading = Counting & {
  readonly layout: Layout;
  /** The collection's array tables, terms and indexes are complete. */
  readonly isIndexed: boolean;
};

/** Those of the rows asked that there are; with `fields`, only these of each. */
export const rowsById = (
  { all }: Statements,
  layout: Layout,
  ids: readonly string[],
  fields?: readonly string[],
): readonly Row[] => {
  const { columns, decode } = fields === undefined ? wholeRows(layout) : cutRows(layout, fields);
  return all(`SELECT ${columns} FROM ${layout.documents.name} d WHERE d.id IN (SELECT value FROM json_each(?))`, [
    JSON.stringify(ids),
  ]).map(decode);
};
