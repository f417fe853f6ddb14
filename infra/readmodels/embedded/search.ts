/** Search terms as SQL: by the full-text index, or by looking at a row's own terms. */
import type { Layout } from './layout.ts';
import type { Sql } from './conditions.ts';

/** What the tokenizer leaves whole; anything else is looked for in the rows themselves. */
const WHOLE = /^[0-9a-z\u0080-\u{10ffff}]+$/u;

export type Search = {
  /** Holds for a row's own terms; needs the document table. */
  readonly byRow: Sql;
  /** The full-text query, or null where the index cannot answer it. */
  readonly match: string | null;
};

/** Null if nothing is searched. */
export const searchFor = (
  { terms: table }: Layout,
  terms: readonly string[] | undefined,
  isIndexed: boolean,
): Search | null => {
  if (terms === undefined || terms.length === 0) return null;
  return {
    byRow: { sql: terms.map(() => `instr(m.terms, ?) > 0`).join(' AND '), values: terms.map((term) => ` ${term}`) },
    match:
      table !== null && isIndexed && terms.every((term) => WHOLE.test(term))
        ? terms.map((term) => `"${term}"*`).join(' ')
        : null,
  };
};
