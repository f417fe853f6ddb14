/** Identifiers of organisations in the facts of a record, as addresses: those of ROR, and of funders also Crossref's. */
import { Refused } from '../errors.ts';
import { ID } from '../limits.ts';
import { quoted } from '../shortened.ts';

/** https://ror.readme.io/docs/identifier: 0, six characters of Crockford's base 32, two check digits. */
const ROR = /^(?:(?:https?:\/\/)?(?:www\.)?ror\.org\/)?(0[a-hj-km-np-tv-z0-9]{6}\d{2})\/?$/iu;
/** The prefix of Crossref's registry of funders. */
const FUNDER = /^(?:(?:https?:\/\/)?(?:dx\.|www\.)?doi\.org\/|doi:\s*)?10\.13039\/(\d{6,15})\/?$/iu;

const ROR_ACCEPTED = 'a ROR id, such as https://ror.org/02mhbdp94';

const found = (text: string, forms: readonly (readonly [RegExp, string])[]): string | undefined => {
  if (text.length > ID.ofProvider) return undefined;
  for (const [form, address] of forms) {
    const [, id] = form.exec(text.trim()) ?? [];
    if (id !== undefined) return `${address}${id.toLowerCase()}`;
  }
  return undefined;
};

/** Throws `Refused('invalid')`. */
export const parseRor = (text: string): string => {
  const address = found(text, [[ROR, 'https://ror.org/']]);
  if (address === undefined)
    throw new Refused('invalid', 'invalid_ror', `not a ROR id: ${quoted(text)}`, { accepted: ROR_ACCEPTED });
  return address;
};

/** Throws `Refused('invalid')`. */
export const parseFunderId = (text: string): string => {
  const address = found(text, [
    [ROR, 'https://ror.org/'],
    [FUNDER, 'https://doi.org/10.13039/'],
  ]);
  if (address === undefined)
    throw new Refused('invalid', 'invalid_funder_id', `not the id of a funder: ${quoted(text)}`, {
      accepted: `${ROR_ACCEPTED}, or a Crossref funder id, such as https://doi.org/10.13039/100000001`,
    });
  return address;
};
