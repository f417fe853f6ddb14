/** Whose the authors' entries of a record are, among the people linked to it: by iD, else by a name that no one else there may have. */
import { evidentlyFitsOneOf } from '../person-name.ts';
import { foldedButUmlauts, searchTerms, spellings } from '../search-terms.ts';
import type { Brief, BriefAuthor } from './brief.ts';

/** All names of a linked person. */
type Named = { readonly names: readonly string[] };

const listedAs = ({ name, family, given }: BriefAuthor): string =>
  family === null ? name : [family, ...(given === null ? [] : [given])].join(', ');

/** The letters of a name in one run, in each spelling. */
const runsOf = (name: string): readonly string[] => spellings(foldedButUmlauts(name).replace(/[^\p{L}\p{N}]+/gu, ''));

/** A person's names are compared with many entries, most of which have no word of them: this costs a tenth of comparing the names. */
const comparing = ({ names }: Named): ((entry: BriefAuthor) => boolean) => {
  const runs = names.flatMap(runsOf);
  const fits = evidentlyFitsOneOf(names);
  return (entry) => {
    const listed = listedAs(entry);
    const mayFit = searchTerms(listed).some((word) => word.length > 1 && runs.some((run) => run.includes(word)));
    return mayFit && fits(listed);
  };
};

/** `linked`: by iD. The function returns the owner of each entry, by the entry. An entry that may be several people's is no one's. */
export const entryOwners = <Person extends Named>(linked: ReadonlyMap<string, Person>) => {
  const compared = new Map<string, ReturnType<typeof comparing>>();
  const fits = (orcid: string, person: Person): ReturnType<typeof comparing> => {
    const known = compared.get(orcid) ?? comparing(person);
    compared.set(orcid, known);
    return known;
  };
  return ({ authors, withoutEntry }: Brief, isLinked: (orcid: string) => boolean): ReadonlyMap<BriefAuthor, Person> => {
    const owners = new Map<BriefAuthor, Person | null>();
    const claim = (entry: BriefAuthor, person: Person): unknown => owners.set(entry, owners.has(entry) ? null : person);
    const open = authors.filter(({ orcid }) => orcid === null);
    for (const entry of authors) {
      const person = entry.orcid !== null && isLinked(entry.orcid) ? linked.get(entry.orcid) : undefined;
      if (person !== undefined) claim(entry, person);
    }
    for (const orcid of withoutEntry) {
      const person = linked.get(orcid);
      const [entry, ...others] = person === undefined ? [] : open.filter(fits(orcid, person));
      if (person !== undefined && entry !== undefined && others.length === 0) claim(entry, person);
    }
    return new Map([...owners].flatMap(([entry, person]) => (person === null ? [] : [[entry, person] as const])));
  };
};
