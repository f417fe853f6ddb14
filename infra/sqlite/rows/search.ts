/** How a search is carried out: from the rows that hold a rare term, or past the rows of a listing when all are common. */
import { boundedCache } from '../../../commands/bounded-cache.ts';
import type { Sought } from '../../../projections/ports.ts';
import type { Sql } from './conditions.ts';
import type { Layout } from './layout.ts';
import type { Statements } from './statements.ts';

/** Up to here it is cheaper to look at each row that a term finds than to read an index and ask for each entry. */
export const FEW = 3_000;
/** From here on a page of the listing is soon full, whatever its order. */
const MANY = 20_000;

const REMEMBERED_BYTES = 2 * 1024 * 1024;
const REMEMBERED_FOR_MS = 600_000;

/** What the tokenizer leaves whole; anything else is looked for in the rows themselves. */
const WHOLE = /^[0-9a-z\u0080-\u{10ffff}]+$/u;

const prefixesOf = (sought: Sought): readonly string[] => (typeof sought === 'string' ? [sought] : sought);

/** How many rows hold a term that begins so, counted up to `MANY`; out of date at times, for it only chooses the way. */
export type Breadth = (layout: Layout, sought: Sought) => number;

export const breadthOn = ({ value }: Statements): Breadth => {
  // Of all workspaces together: it decides how a search is carried out, never what it finds.
  const known = boundedCache<number>({
    key: 'program',
    maxBytes: REMEMBERED_BYTES,
    sizeOf: () => 8,
    ttlMs: REMEMBERED_FOR_MS,
  });
  return ({ terms }, sought) => {
    const key = `${terms} ${prefixesOf(sought).join(' ')}`;
    const remembered = known.get(key);
    if (remembered !== undefined) return remembered;
    const counted = matching(value, terms, [sought], MANY);
    known.set(key, counted);
    return counted;
  };
};

/** An empty phrase is found nowhere. */
const matchOf = (terms: readonly Sought[]): string =>
  terms.map((sought) => `(${prefixesOf(sought).map((prefix) => `"${prefix}"*`).join(' OR ') || '""'})`).join(' AND '); // prettier-ignore

const matching = (value: Statements['value'], table: string | null, terms: readonly Sought[], limit: number): number =>
  Number(
    value(`SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${table} MATCH ? LIMIT ${limit})`, [matchOf(terms)]),
  );

/** Whether a row's own terms hold all that is asked; needs the document table. Each of them stands behind a space. */
export const byTerms = (terms: readonly Sought[]): Sql => ({
  sql: terms
    .map((sought) =>
      typeof sought === 'string'
        ? 'instr(m.terms, ?) > 0'
        : 'EXISTS (SELECT 1 FROM json_each(?) e WHERE instr(m.terms, e.value) > 0)',
    )
    .join(' AND '),
  values: terms.map((sought) =>
    typeof sought === 'string' ? ` ${sought}` : JSON.stringify(sought.map((prefix) => ` ${prefix}`)),
  ),
});

export type Search =
  /** There is no index to ask: look at the terms of each row. */
  | { readonly kind: 'scan'; readonly byRow: Sql }
  /** Start from the rows that `match` finds, at most `FEW`, and look at the terms of each. */
  | { readonly kind: 'few'; readonly match: string; readonly byRow: Sql }
  /** Start from the listing and ask for each row whether `match` finds it. `isDense`: most rows may well match. */
  | { readonly kind: 'many'; readonly match: string; readonly byRow: Sql; readonly isDense: boolean };

/** Null if nothing is searched. */
export const searchFor = (
  { value }: Statements,
  breadth: Breadth,
  layout: Layout,
  terms: readonly Sought[] | undefined,
  isIndexed: boolean,
): Search | null => {
  if (terms === undefined || terms.length === 0) return null;
  const byRow = byTerms(terms);
  if (layout.terms === null || !isIndexed || !terms.flatMap(prefixesOf).every((term) => WHOLE.test(term)))
    return { kind: 'scan', byRow };
  const rare = terms.filter((term) => breadth(layout, term) < FEW);
  if (rare.length > 0) return { kind: 'few', match: matchOf(rare), byRow };
  const isDense = terms.every((term) => breadth(layout, term) >= MANY);
  if (!isDense && matching(value, layout.terms, terms, FEW) < FEW) return { kind: 'few', match: matchOf(terms), byRow };
  return { kind: 'many', match: matchOf(terms), byRow, isDense };
};
