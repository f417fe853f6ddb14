/** How many rows a search finds, remembered for a while: out of date at times, for it only chooses how a query is carried out. */
import { boundedCache } from '../../../commands/bounded-cache.ts';
import type { Layout } from './layout.ts';
import type { Breadth } from './plan.ts';
import type { Statements } from './statements.ts';

const REMEMBERED_BYTES = 2 * 1024 * 1024;
const REMEMBERED_FOR_MS = 600_000;

export type BreadthIn = (layout: Layout) => Breadth;

export const breadthOn = ({ value }: Statements): BreadthIn => {
  // Of all workspaces together: it decides how a search is carried out, never what it finds.
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
