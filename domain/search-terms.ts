/** Search terms: what a text and a query are both cut into, so that `muller` finds Müller and `angstrom` finds Ångström. */

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
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøđðħıłŧþς]/gu, (letter) => UNDECOMPOSED[letter] ?? letter);

/** A text without case and diacritics. */
export const folded = (text: string): string => (ASCII.test(text) ? text.toLowerCase() : foldedInFull(text));

/** The distinct runs of letters and digits of a text, without case and diacritics, in order of first appearance. */
export const searchTerms = (text: string): readonly string[] => [
  ...new Set(folded(text).match(/[\p{L}\p{N}]+/gu) ?? []),
];
