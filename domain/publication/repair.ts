/** Repairing author links: what the evidence demands is linked, what it no longer carries is not; staff decisions stay. */
import { equal } from '../equal.ts';
import { authorsOf, type Authors } from './authors.ts';
import type { PublicationEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { linkable, linksOf, type LinkChange } from './links.ts';
import { matchAuthors, type Candidate } from './matching.ts';
import { merge } from './overlay.ts';
import type { Link, Present } from './state.ts';

export type Matching = {
  readonly people: readonly Candidate[];
  /** Only these iDs are looked at; default all. */
  readonly only?: readonly string[];
};

const authorsIn = ({ original, overlay }: Present): Authors => authorsOf(merge(original, overlay));

const matched = (state: Present, { people, only }: Matching, authors: Authors): readonly PublicationEvent[] => {
  const record = merge(state.original, state.overlay);
  const match = matchAuthors(record, state, people, only === undefined ? undefined : new Set(only), authors);
  return equal(match, state.match) ? [] : [{ type: 'AuthorsMatched', data: match }];
};

/** Links that were decided, and what the names say then. */
export const thenMatched = (
  state: Present,
  links: readonly PublicationEvent[],
  matching: Matching | undefined,
): readonly PublicationEvent[] => {
  if (links.length === 0 || matching === undefined) return links;
  const after = links.reduce((known, event) => evolve(known, event) as Present, state);
  return [...links, ...rematch(after, matching)];
};

/** The new match, as an event if it is another than the known one. */
export const rematch = (state: Present, matching: Matching): readonly PublicationEvent[] =>
  matched(state, matching, authorsIn(state));

const changing = (
  type: 'AuthorLinked' | 'AuthorUnlinked',
  changes: readonly LinkChange[],
): readonly PublicationEvent[] => (changes.length === 0 ? [] : [{ type, data: { links: linksOf(changes) } }]);

/** Links that the metadata demand, and links whose evidence is gone. */
const corrected = (state: Present, { people, only }: Matching, authors: Authors): readonly PublicationEvent[] => {
  const looked = only === undefined ? null : new Set(only);
  const isLooked = (orcid: string): boolean => looked === null || looked.has(orcid);
  const known = new Map(people.map((person) => [person.orcid, person]));
  const isListed = (orcid: string): boolean => {
    const { places, passedOver } = authors.find(known.get(orcid)?.names ?? []);
    return places.length > 0 || passedOver;
  };

  const named = [...authors.named].filter(isLooked).map((orcid) => ({ orcid, basis: 'metadata' }) as const);
  const unfounded = Object.entries(state.links).filter(([orcid, { linked, basis }]: readonly [string, Link]) => {
    if (!linked || !isLooked(orcid) || authors.named.has(orcid)) return false;
    if (basis === 'metadata') return true;
    return basis === 'openalex_list' && known.has(orcid) && !isListed(orcid);
  });
  return [
    ...changing('AuthorLinked', linkable(state.links, named)),
    ...changing(
      'AuthorUnlinked',
      unfounded.map(([orcid, { basis }]) => ({ orcid, basis })),
    ),
  ];
};

export const repair = (state: Present, matching: Matching): readonly PublicationEvent[] => {
  const authors = authorsIn(state);
  const links = corrected(state, matching, authors);
  const after = links.reduce((known, event) => evolve(known, event) as Present, state);
  return [...links, ...matched(after, matching, authors)];
};
