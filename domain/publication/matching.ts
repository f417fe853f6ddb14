/** Matches the contributors of a publication to the people of the workspace. A name alone never makes a link. */
import { RECORD } from '../limits.ts';
import { ownOf } from '../own.ts';
import { contradicts } from '../person-name.ts';
import { shortened } from '../shortened.ts';
import { AUTHOR, listedName, type Authors, type Contributor } from './authors.ts';
import type { Doubt, LinkBasis, Match, Suggestion } from './events.ts';
import { isOpen } from './links.ts';
import type { Present } from './state.ts';

/** A person in the workspace with all their names. Archived people are not suggested but keep their links. */
export type Candidate = { readonly orcid: string; readonly names: readonly string[]; readonly isArchived?: boolean };

export type Matching = {
  readonly people: readonly Candidate[];
  /** Only these iDs are considered; results for others stay. Default: all. */
  readonly only?: readonly string[];
};

export const lookedAt = ({ only }: Matching): ((orcid: string) => boolean) => {
  const looked = new Set(only);
  return (orcid) => only === undefined || looked.has(orcid);
};

/**
 * Whether a linked person is among the contributors, by iD or name. Under another iD the name is someone else's, unless staff or the
 * person's own list say otherwise. Also true if too many names are similar to be sure.
 */
export const isAmong = (
  authors: Authors,
  orcid: string,
  basis: LinkBasis,
  { places, passedOver }: ReturnType<Authors['find']>,
): boolean => {
  const isSure = basis === 'staff' || basis === 'orcid_list';
  return authors.named.has(orcid) || passedOver || places.some((place) => isSure || authors.orcids[place] == null);
};

type Matched = Pick<Present, 'links' | 'unlinked' | 'listed' | 'match'>;

type Role = Contributor['role'];

const byOrcid = (a: { readonly orcid: string }, b: { readonly orcid: string }): number => (a.orcid < b.orcid ? -1 : 1);

/** A record without a list of authors, or with one that was cut off, does not say who is not among them. */
const isStray = (authors: Authors, ...linked: readonly [string, LinkBasis, ReturnType<Authors['find']>]): boolean =>
  authors.contributors.some(({ role }) => role === AUTHOR) && !authors.isCutOff && !isAmong(authors, ...linked);

const isAuthorAlone = (roles: readonly Role[]): boolean => roles.every((role) => role === AUTHOR);

/** The lists that name a linked person, by iD or by a name that is not another's. */
const rolesAmong = (
  { orcids, named, contributors }: Authors,
  orcid: string,
  found: readonly number[],
): readonly Role[] => {
  const places = [...(named.get(orcid) ?? []), ...found.filter((place) => orcids[place] == null)];
  return [...new Set(places.flatMap((place) => contributors[place]?.role ?? []))].sort();
};

/** Doubts about an iD on entries of the record. `names`: the person's, none if they are not known; `found`: where they fit. */
const doubtAbout = (
  { named, contributors }: Authors,
  orcid: string,
  names: readonly string[],
  found: readonly number[],
): Doubt | null => {
  const places = named.get(orcid) ?? [];
  const entriesAt = (some: readonly number[]): readonly Contributor[] => some.flatMap((at) => contributors[at] ?? []);
  const entries = entriesAt(places);
  const isTwice = new Set(entries.map(({ role }) => role)).size < entries.length;
  const isOther = ({ name }: Contributor): boolean =>
    names.length > 0 && names.every((own) => contradicts(listedName(name), own));
  const fitting = new Set(found);
  const doubtful = isTwice ? entries : entriesAt(places.filter((place) => !fitting.has(place))).filter(isOther);
  if (doubtful.length === 0) return null;
  const shown = doubtful.slice(0, RECORD.namesOfDoubt).map(({ name }) => shortened(listedName(name)));
  return { orcid, reason: isTwice ? 'named_twice' : 'other_name', names: shown };
};

const suggestionOf = (orcid: string, { role, place: author }: Contributor): Suggestion => ({
  ...{ orcid, author },
  ...(role !== AUTHOR && { role }),
});

/** Who may be a contributor without being linked, and who is linked without being among the contributors. */
export const matchAuthors = (authors: Authors, before: Matched, matching: Matching): Match => {
  const { links, match } = before;
  const { people } = matching;
  const isLooked = lookedAt(matching);
  const known = new Map(people.map((person) => [person.orcid, person]));

  const taken = new Set(authors.orcids.flatMap((orcid, index) => (orcid === null ? [] : [index])));
  const strays: string[] = [];
  const doubts: Doubt[] = [];
  const wereDoubtful = new Map(match.doubts?.map((doubt) => [doubt.orcid, doubt]));
  const wereStrays = new Set(match.strays);
  const roles = new Map<string, readonly Role[]>();
  for (const [orcid, basis] of Object.entries(links)) {
    const { names = [] } = known.get(orcid) ?? {};
    const found = authors.find(names, true);
    for (const place of found.places) taken.add(place);
    if (isLooked(orcid) ? isStray(authors, orcid, basis, found) : wereStrays.has(orcid)) strays.push(orcid);
    const doubt = isLooked(orcid) ? doubtAbout(authors, orcid, names, found.places) : wereDoubtful.get(orcid);
    if (doubt != null) doubts.push(doubt);
    const own = isLooked(orcid) ? rolesAmong(authors, orcid, found.places) : (ownOf(match.roles ?? {}, orcid) ?? []);
    if (!isAuthorAlone(own)) roles.set(orcid, own);
  }

  const listed = new Set(before.listed);
  const suggested = people.flatMap(({ orcid, names, isArchived }) => {
    if (isArchived === true || !isLooked(orcid) || !isOpen(before, orcid) || authors.named.has(orcid)) return [];
    const place = authors.find(names).places.find((each) => !taken.has(each));
    const contributor = place === undefined ? undefined : authors.contributors[place];
    if (contributor !== undefined) return [suggestionOf(orcid, contributor)];
    return listed.has(orcid) ? [{ orcid, author: null }] : [];
  });
  const kept = match.suggested.filter(({ orcid }) => !isLooked(orcid) && isOpen(before, orcid));
  return {
    suggested: [...kept, ...suggested].sort(byOrcid).slice(0, RECORD.suggestions),
    strays: strays.sort(),
    ...(doubts.length > 0 && { doubts: doubts.sort(byOrcid).slice(0, RECORD.doubts) }),
    ...(roles.size > 0 && { roles: Object.fromEntries(roles) }),
  };
};
