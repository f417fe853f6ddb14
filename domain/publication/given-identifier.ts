/** Identifiers that staff type: their form and check digits are verified, which those of providers are not. */
import { WRONG_CHECK_DIGIT } from '../check-digit.ts';
import { inField, Refused } from '../errors.ts';
import { hasCheckDigit } from '../isbn.ts';
import { parseIssn } from '../issn.ts';
import { ID } from '../limits.ts';
import { quoted } from '../shortened.ts';
import { identifierOf } from './identifiers.ts';
import { isbn13, nameOf } from './naming.ts';

const DASHES = /[\s\u00ad\u2010-\u2015\u2212-]/gu;
const LABEL = /^\s*ISBN(?:-1[03])?:?\s*/iu;

/** ISO 2108. */
const hasForm = (isbn: string): boolean => /^(?:97[89]\d{10}|\d{9}[\dX])$/u.test(isbn);
const isIsbn = (isbn: string): boolean => hasForm(isbn) && hasCheckDigit(isbn);

const compact = (text: string): string => text.replace(LABEL, '').replace(DASHES, '').toUpperCase();

const ISBN = '10 or 13 digits, with or without hyphens, the last of which is a valid check digit';

const mustBeIsbn = (text: string, field: string): void => {
  const isbn = compact(text);
  if (isIsbn(isbn)) return;
  const [problem, more] = hasForm(isbn)
    ? ['its check digit is wrong', WRONG_CHECK_DIGIT]
    : ['it has neither 10 digits nor 13 that begin with 978 or 979', {}];
  throw new Refused('invalid', 'invalid_isbn', `not an ISBN: ${quoted(text)}: ${problem}`, {
    field,
    accepted: ISBN,
    ...more,
  });
};

/** One, or several that are separated by commas, semicolons or spaces. Throws `Refused('invalid')`, naming the field. */
export const mustBeIsbns = (text: string, field: string): void => {
  for (const part of text.split(/[,;]/u).filter((each) => each.trim() !== '')) {
    if (isIsbn(compact(part))) continue;
    const words = part.replace(LABEL, '').trim().split(/\s+/u);
    const isOne = words.some((word) => compact(word).length < ID.isbn);
    for (const each of isOne ? [part] : words) mustBeIsbn(each, field);
  }
};

/** One, or several that are separated by commas, semicolons or spaces. Throws `Refused('invalid')`, naming the field. */
export const mustBeIssns = (text: string, field: string): void =>
  inField(field, () => {
    for (const each of text.split(/[,;]|\s+(?=\d{4}-?\d{3}[\dX](?![\dX]))/iu))
      if (each.trim() !== '') parseIssn(each.trim());
  });

/** What staff may give as the identifier of a work, and its form. */
const FORMS = {
  isbn: { form: /^(?:\d{9}[\dx]|97[89]\d{10})$/u, accepted: ISBN },
  pmid: { form: /^[1-9]\d{0,9}$/u, accepted: 'the digits of a PubMed ID, such as 33301246' },
  pmc: { form: /^pmc[1-9]\d{0,9}$/u, accepted: 'a PubMed Central ID, such as PMC7721456' },
  arxiv: { form: /^(?:\d{4}\.\d{4,5}|[a-z-]+\/\d{7})$/u, accepted: 'an arXiv id, such as 2101.00001' },
  handle: { form: /^[\w.]+\/\S+$/u, accepted: 'a handle, such as 20.500.11850/123456' },
  urn: { form: /^urn:[a-z0-9][a-z0-9-]{0,31}:\S+$/u, accepted: 'a URN, such as urn:nbn:de:101:1-201102033592' },
} as const;

export const GIVEN_IDENTIFIERS = Object.keys(FORMS) as readonly (keyof typeof FORMS)[];

export type GivenIdentifier = { readonly type: keyof typeof FORMS; readonly value: string };

/** The key of a work under which a harvest recognizes it. Throws `Refused('invalid')`, naming the field. */
export const keyOfGiven = ({ type, value: text }: GivenIdentifier, field: string): string => {
  if (type === 'isbn') mustBeIsbn(text, field);
  const { form, accepted } = FORMS[type];
  const found = identifierOf(type, type === 'isbn' ? compact(text) : text);
  if (found === null || !form.test(found.value))
    throw new Refused('invalid', 'invalid_identifier', `not a valid identifier (${type}): ${quoted(text)}`, {
      field,
      accepted,
    });
  return nameOf({ type, value: type === 'isbn' ? isbn13(found.value) : found.value });
};
