/** Builds the facts of a record that all providers share: in normal form, within the limits; of a surplus, the first ones are kept. */
import { isWithin } from '../../../domain/characters.ts';
import type { CslName, Funder, Licence, OpenLocation } from '../../../domain/csl.ts';
import { parseIdentifier } from '../../../domain/facts/identifiers.ts';
import { parseFunderId, parseRor } from '../../../domain/facts/organisation-id.ts';
import { inverseOf, type IdentifierType, type Relation, type RelationType } from '../../../domain/facts/relations.ts';
import { parseLicence, parseWebAddress } from '../../../domain/facts/web-address.ts';
import { FACTS, TEXT } from '../../../domain/limits.ts';
import { defined } from '../../../domain/own.ts';
import type { PartialDate } from '../../../domain/partial-date.ts';
import { orNull, textAt } from './parts.ts';

/** Undefined if it is missing or invalid: providers' data contain typing errors. */
const read = (parse: (text: string) => string, text: string | undefined): string | undefined =>
  orNull(parse)(text) ?? undefined;

/** A cleaned text of at most so many characters; a longer one is misplaced. */
const shortAt = (value: unknown, most: number): string | undefined => {
  const text = textAt(value);
  return text === undefined || !isWithin(text, most) ? undefined : text;
};

/** Of an absurdly long list, no more is read than it takes to find the first ones. */
const LOOKED_AT = 20;

const first = <T>(all: readonly T[], most: number): readonly T[] => all.slice(0, LOOKED_AT * most);

const distinct = <T>(
  entries: readonly T[],
  most: number,
  keyOf: (entry: T) => string = JSON.stringify,
): readonly T[] => {
  const found = new Map<string, T>();
  for (const entry of entries) {
    if (found.size >= most) break;
    const key = keyOf(entry);
    if (!found.has(key)) found.set(key, entry);
  }
  return [...found.values()];
};

export type GivenLicence = {
  readonly URL: string | undefined;
  readonly version?: string | undefined;
  readonly start?: PartialDate | null | undefined;
};

/** A licence without a web address is left out: a text of its own is no term that anyone could compare or follow. */
export const licences = (all: readonly GivenLicence[]): readonly Licence[] =>
  distinct(
    first(all, FACTS.licences).flatMap(({ URL: address, version, start }) => {
      const URL = read(parseLicence, address);
      if (URL === undefined) return [];
      return [
        {
          URL,
          ...defined({ 'content-version': shortAt(version, TEXT.wordCharacters), start: start ?? undefined }),
        },
      ];
    }),
    FACTS.licences,
  );

export type GivenFunder = {
  readonly name: unknown;
  /** The first that is one of Crossref's registry or of ROR counts. */
  readonly ids: readonly (string | undefined)[];
  readonly awards: readonly unknown[];
};

/** Each funder once, with all of its awards; one without a name is left out. */
export const funders = (all: readonly GivenFunder[]): readonly Funder[] => {
  const byKey = new Map<
    string,
    { readonly name: string; readonly id: string | undefined; readonly award: Set<string> }
  >();
  for (const { name: printed, ids, awards } of first(all, FACTS.funders)) {
    const name = shortAt(printed, TEXT.nameCharacters);
    if (name === undefined) continue;
    const id = ids.map((each) => read(parseFunderId, each)).find((each) => each !== undefined);
    const key = id ?? name.toLowerCase();
    if (!byKey.has(key) && byKey.size >= FACTS.funders) continue;
    const known = byKey.get(key) ?? { name, id, award: new Set<string>() };
    byKey.set(key, known);
    for (const award of first(awards, FACTS.awards).map((each) => shortAt(each, FACTS.awardCharacters)))
      if (award !== undefined && known.award.size < FACTS.awards) known.award.add(award);
  }
  return [...byKey.values()].map(({ name, id, award }) => ({
    name,
    ...defined({ id, award: award.size === 0 ? undefined : [...award] }),
  }));
};

export type GivenRelation = {
  readonly type: RelationType | undefined;
  readonly idType: IdentifierType | undefined;
  readonly id: string | undefined;
};

/** Without relations to the work itself, and without the inverse of an earlier one. `own`: its DOI. */
export const relations = (all: readonly GivenRelation[], own: string | null): readonly Relation[] => {
  const found = new Map<string, Relation>();
  const keyOf = (type: RelationType, idType: IdentifierType, id: string): string => `${type} ${idType} ${id}`;
  for (const { type, idType, id: text } of first(all, FACTS.relations)) {
    if (type === undefined || idType === undefined || found.size >= FACTS.relations) continue;
    const id = read((each) => parseIdentifier(idType, each), text);
    if (id === undefined || (idType === 'doi' && id === own)) continue;
    if (found.has(keyOf(inverseOf(type), idType, id))) continue;
    found.set(keyOf(type, idType, id), { type, 'id-type': idType, id });
  }
  return [...found.values()];
};

/** Each once, whatever its case. */
export const subjects = (all: readonly unknown[]): readonly string[] =>
  distinct(
    first(all, FACTS.subjects).flatMap((each) => shortAt(each, FACTS.subjectCharacters) ?? []),
    FACTS.subjects,
    (text) => text.toLowerCase(),
  );

export type GivenLocation = {
  readonly landing: string | undefined;
  readonly pdf: string | undefined;
  readonly version: OpenLocation['version'] | undefined;
  readonly license: string | undefined;
};

/** Each address once; a place without one is left out. */
export const locations = (all: readonly GivenLocation[]): readonly OpenLocation[] =>
  distinct(
    first(all, FACTS.locations).flatMap(({ landing, pdf, version, license }) => {
      const [landing_page_url, pdf_url] = [landing, pdf].map((address) => read(parseWebAddress, address));
      if (landing_page_url === undefined && pdf_url === undefined) return [];
      return [defined({ landing_page_url, pdf_url, version, license: shortAt(license, TEXT.wordCharacters) })];
    }),
    FACTS.locations,
    ({ landing_page_url, pdf_url }) => JSON.stringify([landing_page_url, pdf_url]),
  );

export type GivenAffiliation = { readonly name: unknown; readonly ror?: string | undefined };

/** The name with its affiliations as printed, each text once, with the first id that any of them has. */
export const affiliated = (name: CslName, all: readonly GivenAffiliation[]): CslName => {
  const printed = first(all, FACTS.affiliations).flatMap(({ name: text, ror }) => {
    const short = shortAt(text, FACTS.affiliationCharacters);
    return short === undefined ? [] : [{ name: short, id: read(parseRor, ror) }];
  });
  const ids = new Map([...printed].reverse().flatMap((each) => (each.id === undefined ? [] : [[each.name, each.id]])));
  const names = distinct(
    printed.map((each) => each.name),
    FACTS.affiliations,
  );
  const affiliation = names.map((text) => ({ name: text, ...defined({ id: ids.get(text) }) }));
  return affiliation.length === 0 ? name : { ...name, affiliation };
};
