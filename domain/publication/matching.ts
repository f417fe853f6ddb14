/** Matching the authors of a publication with the people of the workspace (decisions §7). A name alone is never a link. */
import type { CslItem, CslName } from '../csl.ts';
import { nameFits } from '../person-name.ts';
import type { Match } from './events.ts';
import type { Link } from './state.ts';

/** Somebody of the workspace, under every name that they have there. */
export type Candidate = { readonly orcid: string; readonly names: readonly string[] };

type Matched = { readonly links: Readonly<Record<string, Link>>; readonly match: Match };

/** As it reads in a list of authors: `Family, Given`, or as it was given. */
export const listedName = ({ family, given, literal, ...particles }: CslName): string => {
  if (family === undefined) return literal ?? given ?? '';
  const whole = [particles['non-dropping-particle'], family].filter((part) => part !== undefined).join(' ');
  return given === undefined ? whole : `${whole}, ${given}`;
};

/** The iD that the metadata themselves give each author, in the order of the authors. */
export const namedOrcids = ({ custom }: CslItem): readonly (string | null)[] => {
  const orcids = custom?.['author_orcids'];
  return Array.isArray(orcids) ? orcids.map((orcid: unknown) => (typeof orcid === 'string' ? orcid : null)) : [];
};

const fits = (author: CslName, { names }: Candidate): boolean =>
  names.some((name) => nameFits(listedName(author), name));

/** True unless staff have decided about the iD, either way. */
const isOpen = (links: Readonly<Record<string, Link>>, orcid: string): boolean => {
  const link = Object.hasOwn(links, orcid) ? links[orcid] : undefined;
  return link === undefined || (!link.linked && link.basis !== 'staff');
};

/** What the names say: who may be an author without being linked, and who is linked without being among the authors. */
export const matchAuthors = (
  record: CslItem,
  { links, match }: Matched,
  people: readonly Candidate[],
  /** Only these are looked at; what is known of others stays. Default: everybody. */
  only?: ReadonlySet<string>,
): Match => {
  const authors = record.author ?? [];
  const orcids = namedOrcids(record);
  const isLooked = (orcid: string): boolean => only === undefined || only.has(orcid);
  const linked = Object.keys(links).filter((orcid) => links[orcid]?.linked === true);
  const known = new Map(people.map((person) => [person.orcid, person]));
  const linkedPeople = linked.flatMap((orcid) => known.get(orcid) ?? []);
  const isTaken = (author: CslName, index: number): boolean =>
    orcids[index] != null || linkedPeople.some((person) => fits(author, person));

  const free = authors.flatMap((author, index) => (isTaken(author, index) ? [] : [{ author, index }]));
  const suggested = people
    .filter(({ orcid }) => isLooked(orcid) && isOpen(links, orcid) && !orcids.includes(orcid))
    .flatMap((person) => {
      const found = free.find(({ author }) => fits(author, person));
      return found === undefined ? [] : [{ orcid: person.orcid, author: found.index }];
    });
  const strays = linked.filter((orcid) => {
    if (!isLooked(orcid)) return match.strays.includes(orcid);
    const person = known.get(orcid);
    return !orcids.includes(orcid) && !(person !== undefined && authors.some((author) => fits(author, person)));
  });
  const kept = match.suggested.filter(({ orcid }) => !isLooked(orcid) && isOpen(links, orcid));
  return {
    suggested: [...kept, ...suggested].sort((a, b) => (a.orcid < b.orcid ? -1 : 1)),
    strays: [...strays].sort(),
  };
};
