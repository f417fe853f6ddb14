/** A publication as it is handed to formats, and the neutral description that formats with fields of their own are written from. */
import type { CslItem } from '../domain/csl.ts';
import { CSL_TYPES, type CslType } from '../domain/csl-schema.ts';
import { isDoiAddress } from '../domain/doi.ts';
import { OMITTED } from '../domain/publication/omitted.ts';
import { partialDateOf, type PartialDate } from '../domain/partial-date.ts';
import { plainText } from './markup.ts';

export type Exported = {
  /** The DOI, or the key of a work without one. */
  readonly key: string;
  readonly doi: string | null;
  /** With staff's corrections. */
  readonly record: CslItem;
  readonly isRetracted: boolean;
  readonly citedByCount: number | null;
  readonly openAccessStatus: string | null;
  /** Epoch milliseconds. */
  readonly lastFetchedAt: number;
};

/** A person, or an organisation or anyone else with a single name. */
export type Name = (
  | { readonly family: string; readonly given: string; readonly suffix: string | null }
  | { readonly literal: string }
) & {
  /** As an address. */
  readonly orcid: string | null;
  /** `id`: as an address, such as one of ROR. */
  readonly affiliations: readonly { readonly name: string; readonly id: string | null }[];
};

/** Text fields of CSL, in one line. Those of titles and the abstract may hold markup. */
const TEXTS = [
  ...['title', 'abstract', 'container-title', 'container-title-short', 'collection-title', 'event-title'],
  ...['publisher', 'publisher-place', 'volume', 'issue', 'number', 'page', 'edition', 'genre', 'language'],
] as const;

/** Null for what is not known. */
export type Reference = {
  readonly key: string;
  readonly doi: string | null;
  readonly type: CslType;
  /** By CSL field. */
  readonly text: (field: (typeof TEXTS)[number]) => string | null;
  readonly authors: readonly Name[];
  /** The record has more authors than it lists. */
  readonly hasMoreAuthors: boolean;
  readonly editors: readonly Name[];
  readonly date: PartialDate | null;
  /** The record's keywords, else its subjects. */
  readonly keywords: readonly string[];
  /** The address of the licence under which the work may be used. */
  readonly licence: string | null;
  readonly isbn: readonly string[];
  readonly issn: readonly string[];
  /** An address other than the DOI's own. */
  readonly url: string | null;
  readonly isRetracted: boolean;
};

/** Any white space but a single space. */
const SPACE = /[\s\p{Cc}]{2,}|[^\S ]|\p{Cc}/gu;

/** A text or number in one line; null if there is nothing in it. */
const lineOf = (value: unknown): string | null => {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const line = String(value).replace(SPACE, ' ').trim();
  return line === '' ? null : line;
};

const joined = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join(' ');

const affiliationsIn = (given: unknown): Name['affiliations'] =>
  Array.isArray(given)
    ? given.flatMap((each: unknown) => {
        const { name, id } = Object(each) as Readonly<Record<string, unknown>>;
        const line = lineOf(name);
        return line === null ? [] : [{ name: line, id: lineOf(id) }];
      })
    : [];

const nameOf = (name: unknown): readonly Name[] => {
  if (typeof name !== 'object' || name === null) return [];
  const parts = name as Readonly<Record<string, unknown>>;
  const part = (field: string): string | null => lineOf(parts[field]);
  const [literal, given, suffix] = [part('literal'), part('given'), part('suffix')];
  const more = { orcid: part('ORCID'), affiliations: affiliationsIn(parts['affiliation']) };
  if (literal !== null) return [{ literal, ...more }];
  const family = joined(part('dropping-particle'), part('non-dropping-particle'), part('family'));
  if (family !== '' && given !== null) return [{ family, given, suffix, ...more }];
  const single = joined(family === '' ? given : family, suffix);
  return single === '' ? [] : [{ literal: single, ...more }];
};

const namesIn = (names: unknown): readonly Name[] => (Array.isArray(names) ? names.flatMap(nameOf) : []);

const typeOf = (type: unknown): CslType => CSL_TYPES.find((each) => each === type) ?? 'document';

/** Records join several numbers of one kind in a text. */
const numbersIn = (value: unknown): readonly string[] => lineOf(value)?.split(/[,;\s]+/u) ?? [];

const keywordsIn = ({ keyword, subject = [] }: CslItem): readonly string[] =>
  lineOf(keyword)?.split(/[,;]\s*/u) ?? subject.flatMap((each) => lineOf(each) ?? []);

/** Crossref's versions whose licence is for machines alone. */
const FOR_MACHINES: ReadonlySet<string> = new Set(['tdm', 'stm-asf']);

const licenceIn = ({ license = [] }: CslItem): string | null =>
  lineOf(license.find(({ 'content-version': version = '' }) => !FOR_MACHINES.has(version))?.URL);

const addressOf = (record: CslItem): string | null => {
  const url = lineOf(record.URL);
  return url === null || isDoiAddress(url) ? null : url;
};

export const referenceOf = ({ key, doi, record, isRetracted }: Exported): Reference => ({
  key,
  doi,
  type: typeOf(record.type),
  text: (field) => lineOf(record[field]),
  authors: namesIn(record.author),
  hasMoreAuthors: Number(record.custom?.[OMITTED] ?? 0) > 0,
  editors: namesIn(record.editor),
  date: partialDateOf(record.issued),
  keywords: keywordsIn(record),
  licence: licenceIn(record),
  isbn: numbersIn(record['ISBN']),
  issn: numbersIn(record['ISSN']),
  url: addressOf(record),
  isRetracted,
});

/** The first and the last page. */
export const PAGE_RANGE = /^([^\s,;-]+)\s*[-\u2010-\u2015]+\s*([^\s,;-]+)$/u;

export type Plain = Reference['text'];

/** Texts without markup. */
export const plainIn =
  ({ text }: Pick<Reference, 'text'>): Plain =>
  (field) => {
    const value = text(field);
    return value === null ? null : plainText(value);
  };
