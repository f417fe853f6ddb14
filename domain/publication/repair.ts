/** Repairs author links: adds those the evidence demands and removes those it no longer supports; staff decisions stay. */
import { equal } from '../equal.ts';
import { authorsOf, type Authors } from './authors.ts';
import type { PublicationEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { linkable, linking, unlinking, type LinkChange } from './links.ts';
import { isAmong, lookedAt, matchAuthors, type Matching } from './matching.ts';
import { merge } from '../record/overlay.ts';
import type { Present } from './state.ts';

const authorsIn = (state: Present): Authors => authorsOf(merge(state));

const matched = (state: Present, matching: Matching, authors: Authors): readonly PublicationEvent[] => {
  const match = matchAuthors(authors, state, matching);
  return equal(match, state.match) ? [] : [{ type: 'AuthorsMatched', data: match }];
};

/** The decided links, and the match after them. */
export const thenMatched = (
  state: Present,
  links: readonly PublicationEvent[],
  matching: Matching | undefined,
): readonly PublicationEvent[] => {
  if (links.length === 0 || matching === undefined) return links;
  const after = links.reduce((known, event) => evolve(known, event) as Present, state);
  return [...links, ...rematch(after, matching)];
};

/** The new match, as an event if it differs from the known one. */
export const rematch = (state: Present, matching: Matching): readonly PublicationEvent[] =>
  matched(state, matching, authorsIn(state));

/** Links that the metadata demand, and links that have lost their evidence. */
const corrected = (state: Present, matching: Matching, authors: Authors): readonly PublicationEvent[] => {
  const isLooked = lookedAt(matching);
  const known = new Map(matching.people.map((person) => [person.orcid, person]));
  const named = [...authors.named.keys()].filter(isLooked).map((orcid) => ({ orcid, basis: 'metadata' }) as const);
  const unfounded = Object.entries(state.links).flatMap(([orcid, basis]): readonly LinkChange[] => {
    if (!isLooked(orcid) || authors.named.has(orcid)) return [];
    const person = basis === 'openalex_list' ? known.get(orcid) : undefined;
    const isUnlisted = person !== undefined && !isAmong(authors, orcid, basis, authors.find(person.names, true));
    return basis === 'metadata' || isUnlisted ? [{ orcid, basis }] : [];
  });
  return [...linking(state, linkable(state, named)), ...unlinking(state, unfounded)];
};

export const repair = (state: Present, matching: Matching): readonly PublicationEvent[] => {
  const authors = authorsIn(state);
  const links = corrected(state, matching, authors);
  const after = links.reduce((known, event) => evolve(known, event) as Present, state);
  return [...links, ...matched(after, matching, authors)];
};
