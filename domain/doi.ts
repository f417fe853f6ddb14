/** DOIs in normal form, which identify publications everywhere (DOI handbook, 2.2). */
import { Refused } from './errors.ts';
import { ID, TEXT } from './limits.ts';
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

/**
 * Normalizes a DOI given bare, with `doi:`, or as an `https://doi.org/` URL. Only the URL is percent-decoded, once, since `%`
 * is a legal character in a DOI. Throws `Refused('invalid')`.
 */
export const parseDoi = (text: string): string => {
  const trimmed = text.trim();
  const bare = trimmed.replace(PREFIX, '');
  const decoded = RESOLVER.test(trimmed) ? percentDecoded(bare) : bare;
  const doi = decoded.trim().replace(/[A-Z]+/gu, (letters) => letters.toLowerCase());
  if (doi.length > ID.doi || !FORM.test(doi)) throw refusal(text);
  return doi;
};

/**
 * Reads a DOI from the rest of a raw URL path. The path's own percent-encoding is decoded first, unless the path contains an unencoded URL.
 * Throws `Refused('invalid')`, also for a text that is longer than addresses may be, since no schema validates paths.
 */
export const doiFromUrlPath = (path: string): string => {
  const text = RESOLVER.test(path) ? path : percentDecoded(path);
  if (text.length > TEXT.webAddressCharacters) throw refusal(text);
  return parseDoi(text);
};

/** The URL at which a DOI resolves; characters not allowed in a path are percent-encoded (RFC 3986, 3.3). */
export const doiUrl = (doi: string): string =>
  `https://doi.org/${encodeURI(doi).replace(/[?#]/gu, (character) => encodeURIComponent(character))}`;
