/** Builds the parts of CSL items that all providers share: types, iDs, dates, texts. */
import { depositedText, plainText } from '../../../commands/text/index.ts';
import type { CslType } from '../../../domain/csl-schema.ts';
import type { CslDate, CslItem } from '../../../domain/csl.ts';
import { parseDoi } from '../../../domain/doi.ts';
import { Refused } from '../../../domain/errors.ts';
import type { Json, JsonObject } from '../../../domain/json.ts';
import { parseOrcid } from '../../../domain/orcid.ts';
import { partialDateOf } from '../../../domain/partial-date.ts';
import { isVisible } from '../../../domain/text/visible.ts';
import { at, listAt } from '../json.ts';

type Terms = Readonly<Partial<Record<CslType, readonly string[]>>>;

/** Takes a provider's terms for each CSL type; the returned function gives undefined for an unknown term. */
export const kindsOf = (terms: Terms): ((term: string | undefined) => CslType | undefined) => {
  const types = new Map(
    (Object.keys(terms) as CslType[]).flatMap((type) => terms[type]?.map((term) => [term, type]) ?? []),
  );
  return (term) => (term === undefined ? undefined : types.get(term));
};

export const orNull =
  (parse: (text: string) => string) =>
  (text: unknown): string | null => {
    if (typeof text !== 'string') return null;
    try {
      return parse(text);
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  };

/** The normal form, or null if invalid: providers' data contain typing errors. */
export const orcidOrNull = orNull(parseOrcid);
export const doiOrNull = orNull(parseDoi);

/** Placeholders for required values in registries (DataCite schema, appendix 3) and in OpenAlex. */
const UNKNOWN = /^(?:\(?:(?:unac|unal|unap|unas|unav|unkn|none|null|tba|etal)\)?|not provided|n\/a)$/i;
/** Publishers' placeholders for pages not yet assigned. */
const NO_PAGES = /^(?:n\/a|na|no)?[-\u2013]*(?:n\/a|na|no)?$/i;

/** The cleaned value at the path; of a list, the first that is not blank or a placeholder. */
const cleanAt =
  (clean: (text: string) => string) =>
  (value: unknown, ...path: readonly string[]): string | undefined => {
    for (const each of [at(value, ...path)].flat()) {
      const text = typeof each === 'string' ? clean(each) : '';
      if (isVisible(text) && !UNKNOWN.test(text)) return text;
    }
    return undefined;
  };

export const textAt = cleanAt(plainText);
/** All texts of the list at the path, cleaned, without duplicates, in one. */
export const joinedAt = (value: unknown, ...path: readonly string[]): string =>
  [...new Set(listAt(value, ...path).flatMap((each) => textAt(each) ?? []))].join(' ');

export const pagesAt = (value: unknown, ...path: readonly string[]): string | undefined => {
  const text = textAt(value, ...path);
  return text === undefined || NO_PAGES.test(text) ? undefined : text;
};

/** Text with at most CSL's inline markup, as allowed in titles and journal names. */
export const markupAt = cleanAt(depositedText);

/** Later years are typing errors or belong to other eras. */
const LAST_YEAR = 2099;
/** Thai registrants deposit years of the Buddhist era, 2545 for 2002. */
const BUDDHIST = { first: 2443, last: 2642, offset: 543 };

const inCommonEra = (year: number): number =>
  year >= BUDDHIST.first && year <= BUDDHIST.last ? year - BUDDHIST.offset : year;

/** From numbers or digits, keeping their precision; invalid parts are dropped. */
export const dateFromParts = (parts: unknown): CslDate | undefined => {
  const date = partialDateOf({ 'date-parts': [Array.isArray(parts) ? (parts as number[]) : []] });
  if (date === null) return undefined;
  const [year = 0, ...rest] = date.split('-').map(Number);
  return inCommonEra(year) > LAST_YEAR ? undefined : { 'date-parts': [[inCommonEra(year), ...rest]] };
};

/** From `2021`, `2021-03`, `2021-03-09`, an ISO time stamp, or the start of a range. */
export const dateFromText = (text: unknown): CslDate | undefined => {
  const [date] = typeof text === 'string' ? (/^\d{4}(?:-\d{2}(?:-\d{2})?)?(?=$|[T\s/])/.exec(text.trim()) ?? []) : [];
  return dateFromParts(date?.split('-'));
};

export const pagesOf = (first: string | undefined, last: string | undefined): string | undefined =>
  first === undefined || last === undefined || first === last ? first : `${first}-${last}`;

/** Adds a missing hyphen to an ISSN; other text is only upper-cased. */
export const issnFrom = (text: string): string => text.replace(/^(\d{4})(\d{3}[\dx])$/i, '$1-$2').toUpperCase();

type Field = Json | object | undefined;

const isEmpty = (value: Field): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && !isVisible(value)) ||
  (Array.isArray(value) && value.length === 0);

/** Omits empty fields, since CSL has no nulls. */
export const present = (fields: Readonly<Record<string, Field>>): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value))) as JsonObject;

export const cslItem = (type: CslType, fields: Readonly<Record<string, Field>>): CslItem => ({
  type,
  ...present(fields),
});
