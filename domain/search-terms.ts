/** Search terms: what a text and a query are both cut into, so that `muller` finds Müller and `angstrom` finds Ångström. */

import { SEARCH } from './limits.ts';

/** Letters that Unicode does not decompose but that people type without their stroke or ligature. */
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
  þ: 'th',
  ς: 'σ',
};

const ASCII = /^[\0-\x7f]*$/;

const foldedInFull = (text: string): string =>
  text
    // They go in the end; a long run of them would take Unicode the square of its length to put in order.
    .replace(/\p{M}+/gu, '')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøđðħıłŧþς]/gu, (letter) => UNDECOMPOSED[letter] ?? letter);

/** A text without case and diacritics. */
export const folded = (text: string): string => (ASCII.test(text) ? text.toLowerCase() : foldedInFull(text));

/**
 * The distinct runs of letters and digits of a text, without case and diacritics, in order of first appearance: of a longer run its
 * beginning, and of a text with more of them the first.
 */
export const searchTerms = (text: string): readonly string[] => {
  const terms = new Set<string>();
  for (const [run] of folded(text).matchAll(/[\p{L}\p{N}]+/gu)) {
    terms.add(run.slice(0, SEARCH.termCharacters));
    if (terms.size === SEARCH.rowTerms) break;
  }
  return [...terms];
};

/** Of terms that are all sought those that say something: what begins with `ba` has `b` too. */
export const withoutImplied = (terms: readonly string[]): readonly string[] => {
  const sorted = [...new Set(terms)].sort();
  // What a term begins, it begins the next one in this order.
  const implied = new Set(sorted.filter((term, index) => sorted[index + 1]?.startsWith(term) === true));
  return terms.filter((term, index) => !implied.has(term) && terms.indexOf(term) === index);
};

/** A private-use character, with which no term begins. */
const BEGINS_NONE = '\u{e000}';

/** What a search looks for: at most so many terms. A search without a letter or digit finds nothing; a blank one is none. */
export const soughtTerms = (q: string): readonly string[] => {
  const terms = withoutImplied(searchTerms(q).slice(0, SEARCH.terms));
  return terms.length === 0 && q.trim() !== '' ? [BEGINS_NONE] : terms;
};
