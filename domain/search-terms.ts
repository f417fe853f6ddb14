/**
 * Search terms: those that a row is found by, and those of a search, each of which must begin a term of the row. `muller` and `mueller`
 * find Müller, `obrien` finds O'Brien, and 研究 is found within a run of a script without spaces.
 */
import { parseDoi } from './doi.ts';
import { Refused } from './errors.ts';
import { SEARCH, TEXT } from './limits.ts';
import { parseOrcid } from './orcid.ts';

/** Letters that Unicode does not decompose but that people type without their stroke or ligature. */
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
  þ: 'th',
  ς: 'σ',
};

/** Letters that are written bare or as two, where they cannot be typed. */
const UMLAUTS: Readonly<Record<string, readonly [bare: string, two: string]>> = {
  ä: ['a', 'ae'],
  ö: ['o', 'oe'],
  ü: ['u', 'ue'],
  å: ['a', 'aa'],
  ø: ['o', 'oe'],
};
const UMLAUT = /[äöüåø]/gu;

/** Two letters that may be one of those: not in `neue`, `Bauer` and `queue`. */
const TWO_LETTERS = /ae|oe|aa|(?<![aeq])ue/gu;

const ASCII = /^[\0-\x7f]*$/;

/** Marks, and what shows nothing, such as a soft hyphen; a zero-width space stays, since it separates words of Thai and Khmer. */
const UNSEEN = /(?:(?!\u{200b})[\p{M}\p{Default_Ignorable_Code_Point}])+/gu;
const WITH_UNSEEN = new RegExp(`([aou]?)(${UNSEEN.source})`, 'gu');

const DIAERESIS = /[\u{308}\u{344}]/u;
const RING = '\u{30a}';

/** The mark that makes an umlaut; all others are dropped. */
const keptMark = (marks: string): string => {
  if (DIAERESIS.test(marks)) return '\u{308}';
  return marks.includes(RING) ? RING : '';
};

const withUmlaut = (_match: string, letter: string, marks: string): string => {
  const composed = `${letter}${keptMark(marks)}`.normalize('NFC');
  return composed in UMLAUTS ? composed : letter;
};

/** Folds case and diacritics, except of umlauts, and drops characters that show nothing. */
export const foldedButUmlauts = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : text
        // Normalization takes quadratic time to order a long run of marks.
        .replace(UNSEEN, keptMark)
        .normalize('NFKD')
        .toLowerCase()
        .normalize('NFKD')
        .replace(WITH_UNSEEN, withUmlaut)
        .replace(/[ßæœđðħıłŧþς]/gu, (letter) => UNDECOMPOSED[letter] ?? letter);

/** `mull` of `müll`, and `muell`. */
export const spellings = (folded: string): readonly [bare: string, ...two: string[]] => {
  if (ASCII.test(folded)) return [folded];
  const spelt = (way: 0 | 1): string => folded.replace(UMLAUT, (letter) => UMLAUTS[letter]?.[way] ?? letter);
  const bare = spelt(0);
  return bare === folded ? [bare] : [bare, spelt(1)];
};

/** Also `muller` of `mueller`, unless the word begins with it anyway. */
export const allSpellings = (word: string): readonly string[] =>
  spellings(word).flatMap((spelling) => {
    const bare = spelling.replace(TWO_LETTERS, ([letter = '']) => letter);
    return spelling.startsWith(bare) ? [spelling] : [spelling, bare];
  });

/** Folds case and diacritics, and drops characters that show nothing. */
export const folded = (text: string): string => spellings(foldedButUmlauts(text))[0];

/** A text's distinct runs of letters and digits, folded, by first appearance. Long ones are cut off, too many dropped. */
export const distinctWords = (text: string): readonly string[] => {
  const words = new Set<string>();
  for (const [run] of folded(text).matchAll(/[\p{L}\p{N}]+/gu)) {
    words.add(run.slice(0, SEARCH.termCharacters));
    if (words.size === SEARCH.rowTerms) break;
  }
  return [...words];
};

/** As people type them, and letters of modifiers, such as the okina. */
export const APOSTROPHES = /[’‘‛ʼʻʽʾʿ´`＇]/gu;
const APOSTROPHE = "'";
const WORDS = /[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu;

/** Scripts that are written without spaces, and Korean, whose compounds and names may have some. */
const UNSPACED_LETTER =
  '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Hang}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Mymr}]';
const UNSPACED = new RegExp(UNSPACED_LETTER, 'u');
/** In turn, what has such letters and what has none. */
const RUNS = new RegExp(`${UNSPACED_LETTER}+|(?!${UNSPACED_LETTER})[^'](?:(?!${UNSPACED_LETTER}).)*`, 'gsu');
/** A Korean syllable, which folding takes apart, or another character. */
const SYLLABLE = /[\u{1100}-\u{1112}][\u{1161}-\u{1175}][\u{11a8}-\u{11c2}]?|./gsu;

/** What a word has that has several terms; most have one. */
const SPECIAL = /[^a-z0-9]|a[ae]|[ou]e/u;

type Terms = (run: string) => readonly string[];

/** How runs become terms, those with spaces and those without. */
type Way = { readonly spaced: Terms; readonly unspaced: Terms };

const pairsOf = (run: string): readonly string[] => {
  const syllables = run.match(SYLLABLE) ?? [];
  return syllables.map((syllable, n) => `${syllable}${syllables[n + 1] ?? ''}`);
};

/** Words with and without their apostrophes, in each spelling; and every pair of characters, and the last one. */
const OF_ROWS: Way = {
  spaced: (run) => {
    const [first = '', ...others] = run.split(APOSTROPHE);
    // `hopital` finds l'Hôpital; a single letter is the English genitive.
    const words = [[first, ...others].join(''), ...others.filter((word) => word.length > 1)];
    return words.flatMap(allSpellings);
  },
  unspaced: pairsOf,
};

const OF_SEARCHES: Way = {
  spaced: (run) => [spellings(run.replaceAll(APOSTROPHE, ''))[0]],
  unspaced: (run) => {
    const pairs = pairsOf(run);
    return pairs.length === 1 ? pairs : pairs.slice(0, -1);
  },
};

const termsOfWord = (word: string, { spaced, unspaced }: Way): readonly string[] =>
  UNSPACED.test(word)
    ? (word.match(RUNS) ?? []).flatMap((run) => (UNSPACED.test(run) ? unspaced(run) : spaced(run)))
    : spaced(word);

const termsOf = (text: string, way: Way): readonly string[] => {
  const terms = new Set<string>();
  for (const word of foldedButUmlauts(text.replace(APOSTROPHES, APOSTROPHE)).match(WORDS) ?? []) {
    if (!SPECIAL.test(word)) terms.add(word.slice(0, SEARCH.termCharacters));
    else for (const term of termsOfWord(word, way)) terms.add(term.slice(0, SEARCH.termCharacters));
    if (terms.size >= SEARCH.rowTerms) break;
  }
  return [...terms].slice(0, SEARCH.rowTerms);
};

/** The distinct terms that a text is found by. Long ones are cut off, too many dropped. */
export const searchTerms = (text: string): readonly string[] => termsOf(text, OF_ROWS);

/** The distinct terms of which a text must have all if it is to have these words, each as the beginning of one of its own. */
export const soughtTerms = (words: string): readonly string[] => termsOf(words, OF_SEARCHES);

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
  /** A name of a contributor. */
  author: '\u{e003}',
  none: '\u{e004}',
  /** A title of a journal or book that a publication is in. */
  container: '\u{e005}',
  /** A title that websites do not show. */
  otherTitle: '\u{e006}',
  funder: '\u{e007}',
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
  const terms = withoutImplied(soughtTerms(normalized(q)).slice(0, SEARCH.terms));
  return terms.length === 0 ? [MARKS.none] : terms;
};
