/** Names as CSL has them: a person's in parts, an organisation's in one piece, without affiliations, placeholders and years of life. */
import { plainText } from '../../../commands/text/index.ts';
import type { CslName } from '../../../domain/csl.ts';
import { orcidAddress } from '../../../domain/orcid.ts';
import { isParticle, withoutAdditions } from '../../../domain/person-name.ts';
import { isOrganisation, isOrganisationInParts } from './organisations.ts';
import { orcidOrNull, textAt } from './parts.ts';

/** Placeholders for an unknown author or the other authors, and iDs in place of names. */
const NO_AUTHOR =
  /^(?:\(:unkn\) .*|unknown(?: author)?|\[s\.\s?n\.\]?|no name supplied|& ?NA;|[-\u2013\u2014.]+|et\.? al\.?|(?:\d{4}-){3}\d{3}[\dx])$/i;
/** `sine nomine` as a whole name; next to a family name they are initials. */
const NO_NAME = /^s\.\s?n\.$/i;

/** An affiliation, a fuller form or a role in brackets; one that is never closed ends with the name. */
const ASIDE = /\s?[([{（][^()[\]{}（）]*(?:[)\]}）]|$)/gu;
/** A name in brackets altogether is a name. */
const IN_BRACKETS = /^[([{（]([^()[\]{}（）]+)[)\]}）]$/u;

/** What remains is cleaned like a text of its own: an aside may have stood between a `<` and a letter. */
const withoutAsides = (text: string): string =>
  plainText(
    text
      .replace(IN_BRACKETS, '$1')
      .replace(ASIDE, '')
      .replace(ASIDE, '')
      .replace(/[)\]}）]|(?<![\s,;])[\s,;]+$/gu, ''),
  );

/** `Krans, Horatio Sheafe, 1872-1952`. */
const YEARS_OF_LIFE = /,\s(?:(?:ca|um|b|d|geb|gest)\.?\s?)?-?\d{4}\??(?:\s?[-\u2013\u2014]\s?(?:\d{4}\??)?)?\.?$/iu;

/** German libraries qualify a name in angle brackets: `Universität <Marburg>`. */
const QUALIFIER = /< ?([^<>]+?) ?>/gu;

/** As written, cleaned. */
const namePartOf = (part: unknown): string | undefined => {
  const text = textAt(part)?.replace(QUALIFIER, '($1)');
  return text === undefined || NO_AUTHOR.test(text) ? undefined : text;
};

const personalPartOf = (part: unknown): string | undefined => {
  const text = withoutAsides(namePartOf(part) ?? '');
  return text === '' || NO_AUTHOR.test(text) ? undefined : text;
};

/** An organisation's name has brackets as it writes them: they hold its acronym or its place. */
const literalOf = (text: string | undefined): CslName | null => {
  const bare = withoutAsides(text ?? '');
  if (text === undefined || bare === '' || NO_NAME.test(bare)) return null;
  return { literal: isOrganisation(bare) ? text : bare };
};

type Parts = { readonly given?: unknown; readonly family?: unknown; readonly suffix?: unknown };

/** A name with the iD that the provider gives for it; one with a typing error is left out. */
const withOrcid = (name: CslName | null, orcid: string | null): CslName | null =>
  name === null || orcid === null ? name : { ...name, ORCID: orcidAddress(orcid) };

/** From a name in parts; `whole` is the name in one piece, if there is one as well. Only a person has an iD. */
export const nameOf = ({ given, family, suffix }: Parts, whole?: unknown, orcid?: unknown): CslName | null => {
  const known = orcidOrNull(orcid);
  const [g, f, s] = [given, family, suffix].map(personalPartOf);
  if (f === undefined || (g === undefined && NO_NAME.test(f)))
    return withOrcid(literalOf(namePartOf(whole) ?? g), known);
  if (known === null && isOrganisationInParts(f, g)) {
    // `University, The Australian National` is turned around; `Sea Level Center, University of Hawaii` is not.
    const asWritten = f.includes(' ') ? namePartOf(whole) : undefined;
    return { literal: asWritten ?? [g, f].filter((part) => part !== undefined).join(' ') };
  }
  return withOrcid(
    { family: f, ...(g === undefined ? {} : { given: g }), ...(s === undefined ? {} : { suffix: s }) },
    known,
  );
};

/** `'t` of `van 't Hoff` begins with an apostrophe. */
const NAME_WORD = /^['’ʼ‘`]?\p{L}[\p{L}\p{M}\p{Pd}.·・'’ʼ`]*$/u;
/** In lower case, and also `De La` of `De La Cruz`. */
const isSmall = (word: string): boolean => /^['’ʼ‘`]?\p{Ll}/u.test(word) || isParticle(word);
/** At most so many words besides particles. */
const isOfNames = (text: string, most: number): boolean => {
  const words = text.split(' ');
  return words.every((word) => NAME_WORD.test(word)) && words.filter((word) => !isSmall(word)).length <= most;
};

/** More words in front of a comma are no family name. */
const FAMILY_NAMES = 2;
const GIVEN_NAMES = 6;

/** Splits a person's `Family, Given` and `Family, Given, Jr.`; any other name is kept in one piece. */
export const nameFromWhole = (whole: unknown, orcid?: unknown): CslName | null => {
  const known = orcidOrNull(orcid);
  const text = namePartOf(whole);
  const person = withoutAsides(text ?? '').replace(YEARS_OF_LIFE, '');
  const bare = withoutAdditions(person);
  const [family = '', given = '', more] = bare.split(/,\s*/);
  const isPerson =
    more === undefined &&
    (known !== null ||
      (isOfNames(family, FAMILY_NAMES) && isOfNames(given, GIVEN_NAMES) && !isOrganisationInParts(family, given)));
  if (family === '' || given === '' || !isPerson)
    return withOrcid(literalOf(isOrganisation(bare) ? text : person), known);
  return nameOf({ family, given, suffix: person.slice(bare.length).replace(/^,\s*/, '') }, text, orcid);
};
