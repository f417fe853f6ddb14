/** Identifiers that relations name, each in the normal form of its type. */
import { isWithin } from '../characters.ts';
import { WRONG_CHECK_DIGIT } from '../check-digit.ts';
import { parseDoi } from '../doi.ts';
import { Refused } from '../errors.ts';
import { hasCheckDigit } from '../isbn.ts';
import { parseIssn } from '../issn.ts';
import { ID, TEXT } from '../limits.ts';
import { quoted, shortened } from '../shortened.ts';
import { arxivIdOf } from '../publication/naming.ts';
import type { IdentifierType } from './relations.ts';
import { parseWebAddress } from './web-address.ts';

const refusal = (text: string, what: string, accepted: string, more = {}): Refused =>
  new Refused('invalid', 'invalid_identifier', `not ${what}: ${quoted(text)}`, { accepted, ...more });

/** ISO 2108. Without hyphens. */
const parseIsbn = (text: string): string => {
  const bare = text
    .replace(/^(?:urn:)?isbn(?:-1[03])?[:\s]*/iu, '')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase();
  const hasForm = /^(?:\d{13}|\d{9}[\dX])$/u.test(bare);
  if (!hasForm || !hasCheckDigit(bare)) {
    const accepted = '10 or 13 digits, the last of which is a valid check digit';
    throw refusal(text, 'an ISBN', accepted, hasForm ? WRONG_CHECK_DIGIT : {});
  }
  return bare;
};

const parseArxiv = (text: string): string => {
  const id = arxivIdOf(text);
  if (id === null) throw refusal(text, 'an arXiv id', 'an arXiv id, such as 2101.00001 or math/0309136');
  return id;
};

/** In the form that its registry gives it. */
const formed =
  (what: string, form: RegExp, accepted: string) =>
  (text: string): string => {
    const [, id] = form.exec(text) ?? [];
    if (id === undefined || id.length > ID.ofProvider) throw refusal(text, what, accepted);
    return id;
  };

const parsePmcid = (text: string): string =>
  `PMC${formed('a PubMed Central ID', /^(?:https?:\/\/\S+\/)?(?:pmcid:?\s*)?(?:pmc)?(\d+)\/?$/iu, 'PMC and digits')(text)}`;

const parseOther = (text: string): string => {
  if (!/^[^\s<>"]+$/u.test(text) || !isWithin(text, ID.ofProvider))
    throw refusal(text, 'an identifier', `1 to ${ID.ofProvider} characters without spaces, quotes, < and >`);
  return text;
};

const READ: Readonly<Record<IdentifierType, (text: string) => string>> = {
  doi: parseDoi,
  isbn: parseIsbn,
  issn: parseIssn,
  arxiv: parseArxiv,
  pmid: formed('a PubMed ID', /^(?:https?:\/\/\S+\/)?(?:pmid:?\s*)?(\d+)\/?$/iu, 'digits'),
  pmcid: parsePmcid,
  handle: formed(
    'a handle',
    /^(?:(?:https?:\/\/)?hdl\.handle\.net\/|hdl:|info:hdl\/)?([^\s/<>"]+\/[^\s<>"]+)$/iu,
    'a prefix, a slash and a suffix, such as 20.500.12345/67',
  ),
  uri: parseWebAddress,
  other: parseOther,
};

/** The identifier in normal form. Throws `Refused('invalid')`. */
export const parseIdentifier = (type: IdentifierType, text: string): string => {
  if (text.length > TEXT.webAddressCharacters)
    throw refusal(shortened(text), 'an identifier', `at most ${TEXT.webAddressCharacters} characters`);
  return READ[type](text.trim());
};
