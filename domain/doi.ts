/** DOIs in normal form, which identify publications everywhere (DOI handbook, 2.2). */
import { Refused } from './errors.ts';
import { ID, TEXT } from './limits.ts';
import { quoted } from './shortened.ts';

const RESOLVER = /(?:https?:\/{1,2})?(?:(?:dx|www)\.)*doi\.org\/+/iu;
const ADDRESS = new RegExp(`^${RESOLVER.source}`, 'iu');
const OPENING = /[\p{Ps}\p{Pi}\p{Pf}<"'`]/gu;
const CLOSING = /[\p{Pe}>]/gu;
const QUOTE = /[\p{Pi}\p{Pf}"'`]/u;
/** What may follow a DOI in a sentence. */
const PUNCTUATION = /[.,;:\s\u{3002}\u{ff0c}\u{ff1b}]/u;
const BEFORE = new RegExp(`^(?:${RESOLVER.source}|(?:info:|urn:)?doi\\s*[:/=]?|\\s|${OPENING.source})*`, 'iu');
/** Characters that show nothing, and no-break spaces. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u{a0}\u{2007}\u{202f}]/gu;
const TRACKING = /^(?:utm_\w+|fbclid|gclid|mc_[ce]id)(?:=|$)/iu;

export const DOI_PREFIX = /^10\.\d{4,9}(?:\.\d+)?\//u;
const ACCEPTED = '10.<4 to 9 digits>/<suffix>, alone or after doi: or https://doi.org/';

/** Such as ` (read without U+200B)`; empty if nothing was removed. */
export const inWordsWithout = (removed: readonly string[]): string =>
  removed.length === 0 ? '' : ` (read without ${removed.join(' ')})`;

const problemOf = (doi: string): string | null => {
  const suffix = doi.replace(DOI_PREFIX, '');
  if (suffix === doi) return 'it does not begin with 10., four to nine digits and a slash';
  if (suffix === '') return 'nothing follows the slash';
  if (/\s/u.test(suffix)) return 'it contains a space';
  if (/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u.test(suffix)) return 'it contains a control character';
  return doi.length > ID.doi ? `it is longer than ${ID.doi} characters` : null;
};

const refusal = (text: string, why: string, removed: readonly string[] = []): Refused =>
  new Refused('invalid', 'invalid_doi', `not a DOI: ${quoted(text)}: ${why}${inWordsWithout(removed)}`, {
    accepted: ACCEPTED,
  });

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refusal(text, 'its percent-encoding is broken');
  }
};

const times = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
const BRACKET = /[\p{Ps}<]/gu;
const surplusOf = (text: string): number => times(text, CLOSING) - times(text, BRACKET);
const isOneOf = (pattern: RegExp, character: string): boolean => character.search(pattern) === 0;

/** Cuts off as many brackets and quotes as there were before it, with the punctuation around them. */
const unwrapped = (text: string, wrappings: number): string => {
  let [end, surplus] = [text.length, surplusOf(text)];
  for (let left = wrappings; left > 0; left -= 1) {
    let at = end;
    while (isOneOf(PUNCTUATION, text.charAt(at - 1))) at -= 1;
    const last = text.charAt(at - 1);
    if (!isOneOf(QUOTE, last) && !(isOneOf(CLOSING, last) && surplus > 0)) break;
    if (!isOneOf(QUOTE, last)) surplus -= 1;
    end = at - 1;
  }
  return text.slice(0, end);
};

const untracked = (text: string): string => {
  const [path = '', ...rest] = text.split('?');
  const parameters = rest
    .join('?')
    .split('&')
    .filter((parameter) => !TRACKING.test(parameter));
  return rest.length === 0 || parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
};

export type ReadDoi = {
  readonly doi: string;
  /** Dirt in it, and what surrounded it: characters that show something as they are, others as `U+200B`. */
  readonly removed: readonly string[];
};

/**
 * Reads a DOI as people and lists write it: bare, in brackets or quotes, with `doi:`, or as an address, of which only that is
 * percent-decoded, once, since `%` is a legal character in a DOI. Throws `Refused('invalid')`, which says what is wrong.
 */
export const readDoi = (text: string): ReadDoi => {
  const removed = new Set<string>();
  const seen = (part: string): string =>
    part.replace(UNSEEN, (character) => {
      removed.add(codeOf(character));
      return '';
    });
  const shorter = (before: string, after: string): string => {
    const cut = before.slice(after.length).trim();
    if (cut !== '') removed.add(cut);
    return after;
  };

  if (text.length > TEXT.webAddressCharacters)
    throw refusal(text, `it is longer than ${TEXT.webAddressCharacters} characters`);
  const whole = seen(text).trim();
  const [before = ''] = BEFORE.exec(whole) ?? [];
  const openings = before.match(OPENING) ?? [];
  for (const each of openings) removed.add(each);
  const wrapped = whole.slice(before.length);
  const tracked = shorter(wrapped, unwrapped(wrapped, openings.length));
  const bare = untracked(tracked);
  if (bare !== tracked) removed.add(tracked.slice(tracked.indexOf('?')));
  const doi = seen(RESOLVER.test(before) ? percentDecoded(bare) : bare)
    .trim()
    .replace(/[A-Z]+/gu, (letters) => letters.toLowerCase());
  const problem = problemOf(doi);
  if (problem !== null) throw refusal(text, problem, [...removed]);
  return { doi, removed: [...removed] };
};

/** The DOI alone, in normal form. Throws `Refused('invalid')`. */
export const parseDoi = (text: string): string => readDoi(text).doi;

/** Servers whose addresses end in a version or a view, which is not registered: bioRxiv and medRxiv (openRxiv), and arXiv. */
const PREPRINT =
  /^(10\.(?:1101|64898)\/(?:\d{4}\.\d\d\.\d\d\.)?\d{6,}(?=v\d|\.(?:full|abstract))|10\.48550\/arxiv\.(?:\d{4}\.\d{4,5}|[a-z.-]+\/\d{7})(?=v\d))/u;

/**
 * What a DOI is if no registry knows it as given: the same without the punctuation, quotes and unbalanced brackets at its end, and the
 * preprint of its version. Null if that is the same.
 */
export const plainerDoi = (doi: string): string | null => {
  let [end, surplus] = [doi.length, surplusOf(doi)];
  for (; end > 0; end -= 1) {
    const last = doi.charAt(end - 1);
    if (isOneOf(PUNCTUATION, last) || isOneOf(QUOTE, last)) continue;
    if (!isOneOf(CLOSING, last) || surplus <= 0) break;
    surplus -= 1;
  }
  const bare = doi.slice(0, end);
  const [plainer] = PREPRINT.exec(bare) ?? [bare];
  return plainer === doi || problemOf(plainer) !== null ? null : plainer;
};

/**
 * Reads a DOI from the rest of a raw URL path. The path's own percent-encoding is decoded first, unless the path contains an unencoded URL.
 * Throws `Refused('invalid')`, also for a text that is longer than addresses may be, since no schema validates paths.
 */
export const doiFromUrlPath = (path: string): string => parseDoi(isDoiAddress(path) ? path : percentDecoded(path));

/** Whether a web address is that of a DOI. */
export const isDoiAddress = (address: string): boolean => ADDRESS.test(address);

/** The URL at which a DOI resolves; characters not allowed in a path are percent-encoded (RFC 3986, 3.3). */
export const doiUrl = (doi: string): string =>
  `https://doi.org/${encodeURI(doi).replace(/[?#]/gu, (character) => encodeURIComponent(character))}`;
