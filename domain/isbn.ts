/** ISBNs of 10 and 13 digits, with their check digits (ISO 2108). */
import { WRONG_CHECK_DIGIT } from './check-digit.ts';
import { Refused } from './errors.ts';
import { quoted } from './shortened.ts';

/** Of digits and X, which is ten. */
export const weightedSum = (digits: string, weight: (place: number) => number): number =>
  [...digits].reduce((sum, digit, place) => sum + (digit === 'X' ? 10 : Number(digit)) * weight(place), 0);

/** Of 10 or 13 digits alone. */
export const hasCheckDigit = (isbn: string): boolean =>
  isbn.length === 10
    ? weightedSum(isbn, (place) => 10 - place) % 11 === 0
    : weightedSum(isbn, (place) => (place % 2 === 0 ? 1 : 3)) % 10 === 0;

/** With hyphens or spaces, in capitals, and perhaps with words around it: `ISBN 0-306-40615-2 (pbk.)`. */
const WRITTEN = /(?<![\p{L}\p{N}])(?:97[89][\s\p{Pd}]?)?(?:\d[\s\p{Pd}]?){9}[\dX](?![\p{L}\p{N}])/giu;

/** All ISBNs in a text, of digits alone. Throws `Refused('invalid')` if there is none, or one with a wrong check digit. */
export const isbnsIn = (text: string): readonly string[] => {
  const written = text.match(WRITTEN) ?? [];
  const isbns = written.map((each) => each.replace(/[\s\p{Pd}]/gu, '').toUpperCase());
  const wrong = isbns.findIndex((each) => !hasCheckDigit(each));
  if (isbns.length > 0 && wrong === -1) return isbns;
  const why = wrong === -1 ? 'not an ISBN' : 'the check digit of the ISBN is wrong';
  throw new Refused('invalid', 'invalid_isbn', `${why}: ${quoted(written[wrong] ?? text)}`, {
    accepted: 'an ISBN of 10 or 13 digits, such as 978-0-306-40615-7',
    ...(wrong !== -1 && WRONG_CHECK_DIGIT),
  });
};
