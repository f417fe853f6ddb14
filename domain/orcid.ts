/** ORCID iDs in normal form, `dddd-dddd-dddd-dddX`, which identify people everywhere (ISO 27729, ISO 7064 mod 11-2). */
import { WRONG_CHECK_DIGIT } from './check-digit.ts';
import { Refused } from './errors.ts';
import { ID } from './limits.ts';
import { quoted } from './shortened.ts';

/** Bare, with `orcid:`, or as an address as people and records write it, which has its beginning twice in some. */
const FORM =
  /^(?:orcid(?: ?id)?:? ?)?(?:(?:(?:https?:)?\/\/)?(?:www\.)?orcid\.org\/){0,2}(\d{4})[-\u2010-\u2015 ]?(\d{4})[-\u2010-\u2015 ]?(\d{4})[-\u2010-\u2015 ]?(\d{3}[\dX])\/?(?:[?#]\S*)?$/iu;
export const ORCID_ACCEPTED =
  '16 characters in groups of four as in 0000-0002-1825-0097, alone or after https://orcid.org/';

const checkDigit = (base: string): string => {
  const total = [...base].reduce((sum, digit) => (sum + Number(digit)) * 2, 0);
  const result = (12 - (total % 11)) % 11;
  return result === 10 ? 'X' : String(result);
};

/** Normalizes an ORCID iD of at most `ID.orcid` characters. Throws `Refused('invalid')`, saying what is wrong. */
export const parseOrcid = (text: string): string => {
  const shown = quoted(text);
  const groups = text.length > ID.orcid ? undefined : FORM.exec(text.trim())?.slice(1);
  if (groups === undefined)
    throw new Refused('invalid', 'invalid_orcid', `not an ORCID iD: ${shown}`, { accepted: ORCID_ACCEPTED });
  const orcid = groups.join('-').toUpperCase();
  if (checkDigit(orcid.slice(0, -1).replaceAll('-', '')) !== orcid.at(-1))
    throw new Refused('invalid', 'invalid_orcid', `the check digit of the ORCID iD ${shown} is wrong`, {
      accepted: ORCID_ACCEPTED,
      ...WRONG_CHECK_DIGIT,
    });
  return orcid;
};

const ADDRESS = 'https://orcid.org/';

/** An iD in normal form as the names of a record write it. */
export const orcidAddress = (orcid: string): string => `${ADDRESS}${orcid}`;

/** The iD in normal form of such an address. */
export const orcidAt = (address: string): string => address.slice(ADDRESS.length);
