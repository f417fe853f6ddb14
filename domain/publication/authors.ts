/** The authors of a record as used by matching: their names, and the iDs that the metadata give them. */
import type { CslItem, CslName } from '../csl.ts';
import { nameIndex } from '../name-index.ts';
import { orcidAt } from '../orcid.ts';

/** As written in a list of authors: `Family, Given`, or the literal name. */
export const listedName = ({ family, given, literal, ...particles }: CslName): string => {
  if (family === undefined) return literal ?? given ?? '';
  const whole = [particles['non-dropping-particle'], family].filter((part) => part !== undefined).join(' ');
  return given === undefined ? whole : `${whole}, ${given}`;
};

/** The iD that the metadata give each author, in the order of the authors. */
export const namedOrcids = ({ author = [] }: CslItem): readonly (string | null)[] =>
  author.map(({ ORCID }) => (ORCID === undefined ? null : orcidAt(ORCID)));

export type Authors = {
  /** By place; null or absent if the metadata name none. */
  readonly orcids: readonly (string | null)[];
  readonly named: ReadonlySet<string>;
  /** The indexes of the authors whose name fits one of these. `isEvident`: something else says that the person is an author. */
  find(
    names: readonly string[],
    isEvident?: boolean,
  ): { readonly places: readonly number[]; readonly passedOver: boolean };
};

/** How many of these people were not compared with every author who resembles them. */
export const notFullyCompared = (record: CslItem, people: readonly { readonly names: readonly string[] }[]): number => {
  const authors = authorsOf(record);
  return people.filter(({ names }) => authors.find(names).passedOver).length;
};

/** Costs n log n for n authors, and each `find` a bounded number of comparisons. */
export const authorsOf = (record: CslItem): Authors => {
  const orcids = namedOrcids(record);
  const index = nameIndex((record.author ?? []).map(listedName));
  return {
    orcids,
    named: new Set(orcids.filter((orcid) => orcid !== null)),
    find: (names, isEvident) => {
      const found = names.map((name) => index.find(name, isEvident));
      const places = new Set(found.flatMap((each) => [...each.places]));
      return { places: [...places].sort((a, b) => a - b), passedOver: found.some(({ passedOver }) => passedOver) };
    },
  };
};
