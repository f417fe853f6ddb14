/** The id of a person: their ORCID iD, or `p-` and 26 characters for a person without one. */
import { Refused } from '../errors.ts';
import { ID } from '../limits.ts';
import { ORCID_ACCEPTED, parseOrcid } from '../orcid.ts';

const FORM = /^p-[0-9a-v]{26}$/u;
const MARK = 'p-';
const ACCEPTED = `${ORCID_ACCEPTED}; or, for a person without an ORCID iD, p- and 26 letters and digits`;

const RADIX = 32;
const LENGTH = 26;

export const hasOrcid = (id: string): boolean => !id.startsWith(MARK);

/** The id of a new person without an iD, from a random UUID. */
export const personIdFrom = (uuid: string): string =>
  `${MARK}${BigInt(`0x${uuid.replaceAll('-', '')}`)
    .toString(RADIX)
    .padStart(LENGTH, '0')}`;

/** Normalizes the id of a person. Throws `Refused('invalid')`, saying what is wrong and naming both forms. */
export const parsePersonId = (text: string): string => {
  const given = text.length > ID.orcid ? '' : text.trim().toLowerCase();
  if (FORM.test(given)) return given;
  try {
    return parseOrcid(text);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused(error.kind, error.code, error.message, { accepted: ACCEPTED });
  }
};
