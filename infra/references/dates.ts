/** Dates as lists of references write them. */
import type { CslDate } from '../../domain/csl.ts';
import { dateFromParts } from '../providers/csl/parts.ts';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec|jan feb mär apr mai jun jul aug sep okt nov dez'
  .split('|')
  .map((all) => all.split(' '));

/** From `3`, `03`, `Mar`, `March` or `März`; undefined for anything else. */
export const monthIn = (text: string): number | undefined => {
  const trimmed = text.trim().toLowerCase();
  if (/^\d{1,2}$/u.test(trimmed)) return Number(trimmed);
  if (!/^\p{L}{3,}\.?$/u.test(trimmed)) return undefined;
  const found = MONTHS.map((names) => names.indexOf(trimmed.slice(0, 3))).find((place) => place >= 0);
  return found === undefined ? undefined : found + 1;
};

/** `2020`, `2020-03-09`, the same with slashes, as RIS and MEDLINE have it, and the start of a range. */
const NUMERIC = /^(\d{4})(?:[-/.](\d{1,2})?(?:[-/.](\d{1,2})?)?)?(?=$|[\s/T–—-])/u;

/** The date that the text begins with or is: also `9 March 2020`, `2020 Mar 9` and `March 2020`. Undefined if there is none. */
export const dateIn = (text: string): CslDate | undefined => {
  const trimmed = text.trim();
  const words = trimmed.split(/[\s,/–—-]+/u);
  const month = words
    .map((word) => (/\p{L}/u.test(word) ? monthIn(word) : undefined))
    .find((each) => each !== undefined);
  if (month === undefined) {
    const [whole, ...parts] = NUMERIC.exec(trimmed) ?? [];
    return whole === undefined ? undefined : dateFromParts(parts.filter((part) => part !== undefined && part !== ''));
  }
  const year = words.find((word) => /^\d{4}$/u.test(word));
  const day = words.find((word) => /^\d{1,2}(?:st|nd|rd|th)?\.?$/u.test(word));
  return dateFromParts([year, month, day === undefined ? undefined : Number.parseInt(day, 10)]);
};
