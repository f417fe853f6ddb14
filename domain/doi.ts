/** A DOI in its normal form: the name of a publication everywhere (decisions §2; DOI handbook, 2.2). */
import { Refused } from './errors.ts';
import { ID } from './limits.ts';
import { quoted } from './shortened.ts';

const PREFIX = /^(?:https?:\/\/(?:dx\.)?doi\.org\/)?(?:doi:)?/iu;
const RESOLVER = /^https?:\/\//iu;
const FORM = /^10\.\d{4,9}(?:\.\d+)?\/[^\s\p{Cc}\p{Cs}]+$/u;

const ACCEPTED = '10.<4 to 9 digits>/<suffix>, alone or after doi: or https://doi.org/';

const refusal = (text: string): Refused =>
  new Refused('invalid', 'invalid_doi', `not a DOI: ${quoted(text)}`, { accepted: ACCEPTED });

const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refusal(text);
  }
};

const normal = (text: string, given: string): string => {
  const doi = text.trim().replace(/[A-Z]+/gu, (letters) => letters.toLowerCase());
  if (doi.length > ID.doi || !FORM.test(doi)) throw refusal(given);
  return doi;
};

/**
 * The normal form of a DOI, bare or as a `doi:` or `https://doi.org/` form; only the last is percent-decoded, once, since
 * `%` is a legal character of a DOI. Throws `Refused('invalid')`.
 */
export const parseDoi = (text: string): string => {
  const trimmed = text.trim();
  const bare = trimmed.replace(PREFIX, '');
  return normal(RESOLVER.test(trimmed) ? percentDecoded(bare) : bare, text);
};

/** The DOI in the rest of a URL's path as it was sent: percent-decoded, once. Throws `Refused('invalid')`. */
export const doiFromUrlPath = (path: string): string => normal(percentDecoded(path).trim().replace(PREFIX, ''), path);

/** Where a DOI resolves; what a URL path may not carry is percent-encoded (RFC 3986, 3.3). */
export const doiUrl = (doi: string): string =>
  `https://doi.org/${encodeURI(doi).replace(/[?#]/gu, (character) => encodeURIComponent(character))}`;
