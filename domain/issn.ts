/** ISSNs, with their check digits (ISO 3297). */
import { WRONG_CHECK_DIGIT } from './check-digit.ts';
import { Refused } from './errors.ts';
import { weightedSum } from './isbn.ts';
import { quoted } from './shortened.ts';

const ACCEPTED = 'eight digits, the last of which is a valid check digit, such as 0000-0019';

/** With its hyphen. Throws `Refused('invalid')`. */
export const parseIssn = (text: string): string => {
  const bare = text
    .replace(/^(?:urn:)?[el]?-?issn[:\s]*/iu, '')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase();
  const hasForm = /^\d{7}[\dX]$/u.test(bare);
  if (!hasForm || weightedSum(bare, (place) => 8 - place) % 11 !== 0)
    throw new Refused('invalid', 'invalid_identifier', `not an ISSN: ${quoted(text)}`, {
      accepted: ACCEPTED,
      ...(hasForm && WRONG_CHECK_DIGIT),
    });
  return `${bare.slice(0, 4)}-${bare.slice(4)}`;
};
