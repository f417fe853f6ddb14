/** Repairing author links: what the evidence demands is linked, what it no longer carries is not; staff decisions stay. */
import { equal } from '../equal.ts';
import type { PublicationEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { listedName, matchAuthors, namedOrcids, type Candidate } from './matching.ts';
import { nameFits } from '../person-name.ts';
import { merge } from './overlay.ts';
import type { Link, Present } from './state.ts';

export type Matching = {
  readonly people: readonly Candidate[];
  /** Only these iDs are looked at; default all. */
  readonly only?: readonly string[];
};

/** The new match, as an event if it is another than the known one. */
export const rematch = (state: Present, { people, only }: Matching): readonly PublicationEvent[] => {
  const record = merge(state.original, state.overlay);
  const match = matchAuthors(record, state, people, only === undefined ? undefined : new Set(only));
  return equal(match, state.match) ? [] : [{ type: 'AuthorsMatched', data: match }];
};

const linksOf = (state: Present): readonly (readonly [string, Link])[] => Object.entries(state.links);

/** Links that the metadata demand, and links whose evidence is gone. */
const corrected = (state: Present, { people, only }: Matching): readonly PublicationEvent[] => {
  const record = merge(state.original, state.overlay);
  const named = [...new Set(namedOrcids(record).filter((orcid) => orcid !== null))];
  const looked = only === undefined ? null : new Set(only);
  const isLooked = (orcid: string): boolean => looked === null || looked.has(orcid);
  const known = new Map(people.map((person) => [person.orcid, person]));
  const isListed = (orcid: string): boolean =>
    (record.author ?? []).some((author) =>
      (known.get(orcid)?.names ?? []).some((name) => nameFits(listedName(author), name)),
    );

  const missing = named.filter((orcid) => {
    const link = Object.hasOwn(state.links, orcid) ? state.links[orcid] : undefined;
    return isLooked(orcid) && link?.linked !== true && link?.basis !== 'staff';
  });
  const unfounded = linksOf(state).filter(([orcid, { linked, basis }]) => {
    if (!linked || !isLooked(orcid) || named.includes(orcid)) return false;
    if (basis === 'metadata') return true;
    return basis === 'openalex_list' && known.has(orcid) && !isListed(orcid);
  });
  return [
    ...missing.map((orcid): PublicationEvent => ({ type: 'AuthorLinked', data: { orcid, basis: 'metadata' } })),
    ...unfounded.map(([orcid, { basis }]): PublicationEvent => ({ type: 'AuthorUnlinked', data: { orcid, basis } })),
  ];
};

export const repair = (state: Present, matching: Matching): readonly PublicationEvent[] => {
  const links = corrected(state, matching);
  const after = links.reduce((known, event) => evolve(known, event) as Present, state);
  return [...links, ...rematch(after, matching)];
};
