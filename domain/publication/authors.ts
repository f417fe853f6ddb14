/** The contributors of a record as used by matching: their names and roles, and the iDs that the metadata give them. */
import type { CslItem, CslName } from '../csl.ts';
import { NAME_FIELDS } from '../csl-schema.ts';
import { groupedBy } from '../grouped.ts';
import { nameIndex } from '../name-index.ts';
import { orcidAt } from '../orcid.ts';
import { ownOf } from '../own.ts';
import { OMITTED } from './omitted.ts';
import type { Present } from './state.ts';

/** As written in a list of authors: `Family, Given`, or the literal name. */
export const listedName = ({ family, given, literal, ...particles }: CslName): string => {
  if (family === undefined) return literal ?? given ?? '';
  const whole = [particles['non-dropping-particle'], family].filter((part) => part !== undefined).join(' ');
  return given === undefined ? whole : `${whole}, ${given}`;
};

/** An entry of a list of names. `role`: the list's field, such as `editor`; `place`: the zero-based index in that list. */
export type Contributor = { readonly role: string; readonly place: number; readonly name: CslName };

export const AUTHOR = 'author';

export const namesIn = (record: CslItem, role: string): readonly CslName[] =>
  (record[role] ?? []) as readonly CslName[];

/** Everyone whom the record names, authors first. */
export const contributorsOf = (record: CslItem): readonly Contributor[] =>
  [...NAME_FIELDS].flatMap((role) => namesIn(record, role).map((name, place) => ({ role, place, name })));

const orcidOf = ({ name: { ORCID } }: Contributor): string | null => (ORCID === undefined ? null : orcidAt(ORCID));

/** The iD that the metadata give each contributor, in their order. */
export const namedOrcids = (record: CslItem): readonly (string | null)[] => contributorsOf(record).map(orcidOf);

export type Authors = {
  readonly contributors: readonly Contributor[];
  /** By index of the contributor; null or absent if the metadata name none. */
  readonly orcids: readonly (string | null)[];
  /** A provider has cut the list of authors off. */
  readonly isCutOff: boolean;
  /** By iD, the indexes of the entries that hold it. */
  readonly named: ReadonlyMap<string, readonly number[]>;
  /** The indexes of the contributors whose name fits one of these. `isEvident`: something else says that the person is one. */
  find(
    names: readonly string[],
    isEvident?: boolean,
  ): { readonly places: readonly number[]; readonly passedOver: boolean };
};

/** How many of these people were not compared with every contributor who resembles them. */
export const notFullyCompared = (record: CslItem, people: readonly { readonly names: readonly string[] }[]): number => {
  const authors = authorsOf(record);
  return people.filter(({ names }) => authors.find(names).passedOver).length;
};

const placesOf = (orcids: readonly (string | null)[]): ReadonlyMap<string, readonly number[]> => {
  const held = orcids.flatMap((orcid, place) => (orcid === null ? [] : [{ orcid, place }]));
  const byOrcid = groupedBy(held, ({ orcid }) => orcid);
  return new Map([...byOrcid].map(([orcid, entries]) => [orcid, entries.map(({ place }) => place)]));
};

/** The lists that name each linked person; none for someone who is not among the contributors. */
export const rolesOf = (
  record: CslItem,
  { links, match }: Pick<Present, 'links' | 'match'>,
): ReadonlyMap<string, readonly string[]> => {
  const byOrcid = groupedBy(
    contributorsOf(record).filter(({ name }) => name.ORCID !== undefined),
    orcidOf,
  );
  const strays = new Set(match.strays);
  const rolesBy = (orcid: string): readonly string[] =>
    ownOf(match.roles ?? {}, orcid) ??
    byOrcid.get(orcid)?.map(({ role }) => role) ??
    (strays.has(orcid) ? [] : [AUTHOR]);
  return new Map(Object.keys(links).map((orcid) => [orcid, [...new Set(rolesBy(orcid))]]));
};

/** Costs n log n for n authors, and each `find` a bounded number of comparisons. */
export const authorsOf = (record: CslItem): Authors => {
  const contributors = contributorsOf(record);
  const orcids = contributors.map(orcidOf);
  const index = nameIndex(contributors.map(({ name }) => listedName(name)));
  return {
    contributors,
    isCutOff: record.custom?.[OMITTED] === true,
    orcids,
    named: placesOf(orcids),
    find: (names, isEvident) => {
      const found = names.map((name) => index.find(name, isEvident));
      const places = new Set(found.flatMap((each) => [...each.places]));
      return { places: [...places].sort((a, b) => a - b), passedOver: found.some(({ passedOver }) => passedOver) };
    },
  };
};
