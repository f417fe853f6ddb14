/** How a query is carried out: from the rows that hold a rare term, or past the rows of a listing when all are common. */
import type { TermPrefix } from '../../../projections/ports.ts';

export const THRESHOLDS = {
  /** Up to here it is cheaper to look at each row that a term finds than to read an index and ask for each entry. */
  few: 3_000,
  /** From here on a page of the listing is soon full, whatever its order. */
  dense: 10_000,
  /** Rows looked at, in order of the listing, in the hope that a page of a dense search is among them. */
  looked: 6_000,
  /** From this row of a listing on it pays to count from the nearer end. */
  deep: 10_000,
} as const;

export type Plan =
  /** Nothing is sought. */
  | { readonly kind: 'listing' }
  /** There is no full-text index to ask: look at the terms of each row of the listing. */
  | { readonly kind: 'scan' }
  /** Start from the rows that `match` finds, and look at the terms of each. */
  | { readonly kind: 'few'; readonly match: string }
  /** Start from the listing and ask of each row whether `match` finds it. `isDense`: most rows may well match. */
  | { readonly kind: 'many'; readonly match: string; readonly isDense: boolean };

/** What the tokenizer leaves whole; anything else is looked for in the rows themselves. */
const WHOLE = /^[0-9a-z\u0080-\u{10ffff}]+$/u;

const prefixesOf = (sought: TermPrefix): readonly string[] => (typeof sought === 'string' ? [sought] : sought);

/** An empty phrase is found nowhere. */
const anyOf = (prefixes: readonly string[]): string => prefixes.map((prefix) => `"${prefix}"*`).join(' OR ') || '""';

/** For the full-text index. */
const matchOf = (terms: readonly TermPrefix[]): string =>
  terms.map((sought) => `(${anyOf(prefixesOf(sought))})`).join(' AND ');

/** How many rows a match finds, counted no further than `upTo`. */
export type Breadth = (match: string, upTo: number) => number;

export const planOf = (terms: readonly TermPrefix[] | undefined, hasIndex: boolean, breadth: Breadth): Plan => {
  if (terms === undefined || terms.length === 0) return { kind: 'listing' };
  if (!hasIndex || !terms.flatMap(prefixesOf).every((term) => WHOLE.test(term))) return { kind: 'scan' };
  const { few, dense } = THRESHOLDS;
  const each = terms.map((term) => ({ term, rows: breadth(matchOf([term]), dense) }));
  const rare = each.filter(({ rows }) => rows < few);
  if (rare.length > 0) return { kind: 'few', match: matchOf(rare.map(({ term }) => term)) };
  const match = matchOf(terms);
  const isDense = each.every(({ rows }) => rows >= dense);
  return !isDense && breadth(match, few) < few ? { kind: 'few', match } : { kind: 'many', match, isDense };
};
