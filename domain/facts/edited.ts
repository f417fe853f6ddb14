/** Facts that people edit: identifiers and addresses get their normal form, and what is no fact is refused at its place. */
import { isWithin } from '../characters.ts';
import type { Fields } from '../changes/change.ts';
import type { CslName, Funder, Licence, OpenLocation } from '../csl.ts';
import { NAME_FIELDS } from '../csl-schema.ts';
import { equal } from '../equal.ts';
import { inField, Refused } from '../errors.ts';
import { isObject, type Json } from '../json.ts';
import { FACTS, TEXT } from '../limits.ts';
import { ownOf } from '../own.ts';
import { parsePartialDate } from '../partial-date.ts';
import { isVisible } from '../text/visible.ts';
import { parseIdentifier } from './identifiers.ts';
import { parseFunderId, parseRor } from './organisation-id.ts';
import { inverseOf, isIdentifierType, isRelationType, sameIdentifier, type Relation } from './relations.ts';
import { acceptedAt, FACT_FIELDS, FACTS_SCHEMA, LOCATION_VERSIONS, type FactField } from './schema.ts';
import { parseLicence, parseWebAddress } from './web-address.ts';

const refusal = (place: string, problem: string, accepted = acceptedAt(place)): Refused =>
  new Refused('invalid', 'invalid_fact', `${place} ${problem}`, { field: place, accepted });

const textAt = (place: string, value: unknown, most: number): string => {
  if (typeof value !== 'string' || !isVisible(value) || !isWithin(value, most))
    throw refusal(place, 'is not a text, or is blank or too long', `1 to ${most} characters that are not blank`);
  return value;
};

/** A part that may be missing. */
const part = <Key extends string, T>(
  key: Key,
  value: unknown,
  place: string,
  parse: (text: string, place: string) => T,
): { readonly [Name in Key]?: T } =>
  value === undefined
    ? {}
    : ({ [key]: parse(textAt(`${place}/${key}`, value, TEXT.webAddressCharacters), `${place}/${key}`) } as {
        readonly [Name in Key]?: T;
      });

/** Parsed, a refusal naming the place. */
const by =
  <T>(parse: (text: string) => T) =>
  (text: string, place: string): T =>
    inField(place, () => parse(text));

const word = (text: string, place: string): string => textAt(place, text, TEXT.wordCharacters);

const objectAt = (place: string, value: unknown, parts: readonly string[]): Readonly<Record<string, unknown>> => {
  if (!isObject(value)) throw refusal(place, 'is not an object');
  const other = Object.keys(value).find((key) => !parts.includes(key));
  if (other !== undefined) throw refusal(`${place}/${other}`, 'is not part of it');
  return value;
};

const licence = (value: unknown, place: string): Licence => {
  const given = objectAt(place, value, ['URL', 'content-version', 'start']);
  return {
    URL: by(parseLicence)(textAt(`${place}/URL`, given['URL'] ?? '', TEXT.webAddressCharacters), `${place}/URL`),
    ...part('content-version', given['content-version'], place, word),
    ...part('start', given['start'], place, by(parsePartialDate)),
  };
};

const location = (value: unknown, place: string): OpenLocation => {
  const given = objectAt(place, value, ['landing_page_url', 'pdf_url', 'version', 'license']);
  const version = LOCATION_VERSIONS.find((each) => each === given['version']);
  if (given['version'] !== undefined && version === undefined) throw refusal(`${place}/version`, 'is not a version');
  if (given['landing_page_url'] === undefined && given['pdf_url'] === undefined) throw refusal(place, 'has no address');
  return {
    ...part('landing_page_url', given['landing_page_url'], place, by(parseWebAddress)),
    ...part('pdf_url', given['pdf_url'], place, by(parseWebAddress)),
    ...(version === undefined ? {} : { version }),
    ...part('license', given['license'], place, (text) => text),
  };
};

const awards = (value: unknown, place: string): readonly string[] => {
  if (!Array.isArray(value) || value.length > FACTS.awards)
    throw refusal(place, 'is not a list, or is too long', `a list of at most ${FACTS.awards} texts`);
  return [...new Set(value.map((each, n) => textAt(`${place}/${n}`, each, FACTS.awardCharacters)))];
};

const funder = (value: unknown, place: string): Funder => {
  const given = objectAt(place, value, ['name', 'id', 'award']);
  return {
    name: textAt(`${place}/name`, given['name'], TEXT.nameCharacters),
    ...part('id', given['id'], place, by(parseFunderId)),
    ...(given['award'] === undefined ? {} : { award: awards(given['award'], `${place}/award`) }),
  };
};

const relation = (value: unknown, place: string): Relation => {
  const { type, 'id-type': idType, id } = objectAt(place, value, ['type', 'id-type', 'id']);
  if (!isRelationType(type)) throw refusal(`${place}/type`, 'is not a type of relation');
  if (!isIdentifierType(idType)) throw refusal(`${place}/id-type`, 'is not a type of identifier');
  const text = textAt(`${place}/id`, id, TEXT.webAddressCharacters);
  return { type, 'id-type': idType, id: inField(`${place}/id`, () => parseIdentifier(idType, text)) };
};

/**
 * Within one record, a relation and its inverse to the same work contradict each other. Circles through other records are not refused:
 * each record is decided by itself, and those that providers describe have such circles.
 */
const mustMakeSense = (relations: readonly Relation[], doi: unknown): void => {
  relations.forEach((each, n) => {
    if (each['id-type'] === 'doi' && each.id === doi)
      throw refusal(`relation/${n}/id`, 'is the DOI of the record itself', 'the identifier of another work');
    const inverse = relations.findIndex(
      (other) => sameIdentifier(other, each) && other.type === inverseOf(each.type) && other.type !== each.type,
    );
    if (inverse >= 0 && inverse < n)
      throw refusal(
        `relation/${n}/type`,
        `is the inverse of relation/${inverse}/type, to the same work`,
        `one of ${inverseOf(each.type)} and ${each.type}`,
      );
  });
};

const READ: Readonly<Record<FactField, (value: unknown, place: string) => unknown>> = {
  license: licence,
  locations: location,
  funder,
  relation,
  subject: (value, place) => textAt(place, value, FACTS.subjectCharacters),
};

const distinct = (entries: readonly unknown[]): readonly unknown[] => [
  ...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values(),
];

const read = (field: FactField, value: unknown, doi: unknown): Json => {
  if (!Array.isArray(value) || value.length > FACTS_SCHEMA[field].maxItems)
    throw refusal(field, 'is not a list, or is too long');
  const entries = value.map((entry: unknown, n) => READ[field](entry, `${field}/${n}`));
  if (field === 'relation') mustMakeSense(entries as readonly Relation[], doi);
  return distinct(entries) as Json;
};

/** Affiliations that the list had before stay as they were written. */
const withAffiliations = (field: string, names: readonly CslName[], before: unknown): readonly CslName[] => {
  const were = Array.isArray(before) ? (before as readonly CslName[]) : [];
  const known = new Set(were.flatMap(({ affiliation = [] }) => affiliation).map((each) => JSON.stringify(each)));
  return names.map((name, n) => {
    const { affiliation } = name;
    if (affiliation === undefined) return name;
    const place = `${field}/${n}/affiliation`;
    if (affiliation.length > Math.max(FACTS.affiliations, were[n]?.affiliation?.length ?? 0))
      throw refusal(place, 'is too long', `at most ${FACTS.affiliations} affiliations`);
    return {
      ...name,
      affiliation: affiliation.map((each, at) =>
        known.has(JSON.stringify(each))
          ? each
          : {
              name: textAt(`${place}/${at}/name`, each.name, FACTS.affiliationCharacters),
              ...part('id', each.id, `${place}/${at}`, by(parseRor)),
            },
      ),
    };
  });
};

/** The record with its edited facts in normal form. Throws `Refused('invalid')`, naming the place and what is accepted. */
export const withNormalFacts = (touched: readonly string[], before: Fields, after: Fields): Fields => {
  const fields = new Set(touched.filter((field) => !equal(ownOf(before, field), ownOf(after, field))));
  const normal = new Map<string, Json>();
  for (const field of FACT_FIELDS) {
    const value = ownOf(after, field);
    if (fields.has(field) && value !== undefined) normal.set(field, read(field, value, after['DOI']));
  }
  for (const field of fields) {
    const names = ownOf(after, field);
    if (NAME_FIELDS.has(field) && Array.isArray(names))
      normal.set(field, withAffiliations(field, names as readonly CslName[], ownOf(before, field)));
  }
  return normal.size === 0 ? after : { ...after, ...Object.fromEntries(normal) };
};
