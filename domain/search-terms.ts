/** Search terms, into which texts and queries are both split: `muller` finds Müller and `angstrom` finds Ångström. */
import { parseDoi } from './doi.ts';
import { Refused } from './errors.ts';
import { SEARCH, TEXT } from './limits.ts';
import { parseOrcid } from './orcid.ts';

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

/** Marks, and what shows nothing, such as a soft hyphen; a zero-width space stays, since it separates words of Thai and Khmer. */
const UNSEEN = /(?:(?!\u{200b})[\p{M}\p{Default_Ignorable_Code_Point}])+/gu;

const foldedInFull = (text: string): string =>
  text
    // They are dropped anyway, and normalization takes quadratic time to order a long run of them.
    .replace(UNSEEN, '')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(UNSEEN, '')
    .replace(/[ßæœøđðħıłŧþς]/gu, (letter) => UNDECOMPOSED[letter] ?? letter);

/** Folds case and diacritics, and drops characters that show nothing. */
export const folded = (text: string): string => (ASCII.test(text) ? text.toLowerCase() : foldedInFull(text));

/** A text's distinct runs of letters and digits, folded, by first appearance. Long ones are cut off, too many dropped. */
export const searchTerms = (text: string): readonly string[] => {
  const terms = new Set<string>();
  for (const [run] of folded(text).matchAll(/[\p{L}\p{N}]+/gu)) {
    terms.add(run.slice(0, SEARCH.termCharacters));
    if (terms.size === SEARCH.rowTerms) break;
  }
  return [...terms];
};

const MARKUP = /<\/?(?:i|b|sub|sup|span)\b[^<>]*>/gu;

/** Strips CSL's inline markup, so that CO<sub>2</sub> is one word. */
export const withoutMarkup = (text: string): string => text.replace(MARKUP, '');

/** A title or name as listings sort by it: all its words in order, folded like search terms. Long texts are cut off. */
export const sortKey = (text: string): string =>
  folded(withoutMarkup(text))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, TEXT.titleCharacters);

/** Drops redundant terms of a search for all of them: a match of `ba` also matches `b`. */
export const withoutImplied = (terms: readonly string[]): readonly string[] => {
  const sorted = [...new Set(terms)].sort();
  // In this order, a term that is a prefix of others comes directly before one of them.
  const implied = new Set(sorted.filter((term, index) => sorted[index + 1]?.startsWith(term) === true));
  return terms.filter((term, index) => !implied.has(term) && terms.indexOf(term) === index);
};

/** Private-use characters, in no text's terms. Terms of another kind start with the mark of it, and none with `none`. */
export const MARKS = {
  facet: '\u{e000}',
  actor: '\u{e001}',
  subject: '\u{e002}',
  author: '\u{e003}',
  none: '\u{e004}',
} as const;

/** The normal form, in which rows have it, of a DOI or an ORCID iD in any accepted form; any other search without markup. */
const normalized = (q: string): string => {
  for (const parse of [parseDoi, parseOrcid]) {
    try {
      return parse(q);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  return withoutMarkup(q);
};

/** The terms of a search, up to the limit. A search without a letter or digit finds nothing; a blank one counts as no search. */
export const queryTerms = (q: string): readonly string[] => {
  if (q.trim() === '') return [];
  const terms = withoutImplied(searchTerms(normalized(q)).slice(0, SEARCH.terms));
  return terms.length === 0 ? [MARKS.none] : terms;
};
