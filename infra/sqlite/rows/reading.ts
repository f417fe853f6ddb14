/** The context of a query: its connection's statements and the queried collection. */
import { boundedCache } from '../../../commands/bounded-cache.ts';
import type { Row } from '../../../projections/ports.ts';
import { cutRows, wholeRows } from './documents.ts';
import type { Layout } from './layout.ts';
import type { Breadth } from './plan.ts';
import type { Statements } from './statements.ts';

const REMEMBERED_BYTES = 2 * 1024 * 1024;
const REMEMBERED_FOR_MS = 600_000;

/** Caches how many rows a search finds, across all workspaces: it affects the choice of a plan, never the result. */
export const breadthOn = ({ value }: Statements): ((layout: Layout) => Breadth) => {
  const known = boundedCache<number>({
    key: 'program',
    maxBytes: REMEMBERED_BYTES,
    sizeOf: () => 8,
    ttlMs: REMEMBERED_FOR_MS,
  });
  return ({ terms }) =>
    (match, upTo) => {
      const key = `${terms} ${upTo} ${match}`;
      const remembered = known.get(key);
      if (remembered !== undefined) return remembered;
      const counted = Number(
        value(`SELECT count(*) FROM (SELECT 1 FROM ${terms} WHERE ${terms} MATCH ? LIMIT ${upTo})`, [match]),
      );
      known.set(key, counted);
      return counted;
    };
};

export type Counting = {
  readonly statements: Statements;
  readonly breadth: ReturnType<typeof breadthOn>;
};

export type Reading = Counting & {
  readonly layout: Layout;
  /** The collection's array tables, terms and indexes are complete. */
  readonly isIndexed: boolean;
};

/** The requested rows that exist; with `fields`, only these fields of each. */
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
