/** Query plans: start from the rows with a rare term, or scan the rows of the listing if all terms are common. */
import type { TermPrefix } from '../../../projections/ports.ts';

export const THRESHOLDS = {
  /** Up to this number of matches it is cheaper to check each matching row than to scan an index and test each entry. */
  few: 3_000,
  /** From this number of matches on a page fills quickly in any order. */
  dense: 10_000,
  /** Rows checked in listing order, in which a page of a dense search is likely to be found. */
  looked: 6_000,
  /** From this row of a listing on, counting from the nearer end is faster. */
  deep: 10_000,
} as const;

export type Plan =
  /** No search terms. */
  | { readonly kind: 'listing' }
  /** The full-text index cannot be used: check the terms of each row of the listing. */
  | { readonly kind: 'scan' }
  /** Start from the rows that `match` finds, and check the terms of each. */
  | { readonly kind: 'few'; readonly match: string }
  /** Start from the listing and test whether `match` finds each row. `isDense`: most rows are likely to match. */
  | { readonly kind: 'many'; readonly match: string; readonly isDense: boolean };

/** Words that the tokenizer does not split; others are searched in the rows themselves. */
const WHOLE = /^[0-9a-z\u0080-\u{10ffff}]+$/u;

const prefixesOf = (sought: TermPrefix): readonly string[] => (typeof sought === 'string' ? [sought] : sought);

/** An empty phrase matches nothing. */
const anyOf = (prefixes: readonly string[]): string => prefixes.map((prefix) => `"${prefix}"*`).join(' OR ') || '""';

const matchOf = (terms: readonly TermPrefix[]): string =>
  terms.map((sought) => `(${anyOf(prefixesOf(sought))})`).join(' AND ');

/** The number of rows that a match finds, counted up to `upTo`. */
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
