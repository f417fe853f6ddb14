/** Resolves the names in filters and searches to actors and subjects. */
import { usersOf } from '../../../commands/identity/users.ts';
import { parseDoi } from '../../../domain/doi.ts';
import { SEARCH } from '../../../domain/limits.ts';
import { parsePersonId } from '../../../domain/person/id.ts';
import { searchTerms, queryTerms } from '../../../domain/search-terms.ts';
import { findRecordsByName, usersInTimeline } from '../../../projections/queries/timeline-subjects.ts';
import { SUBJECT_TYPES } from '../../../projections/timeline/describe/index.ts';
import { actorTerm, subjectTerm } from '../../../projections/timeline/terms.ts';
import type { TermPrefix } from '../../../projections/ports.ts';
import type { DashboardDeps } from '../deps.ts';
import { memberIds } from './labels.ts';

const ACTOR_TYPES = ['user', 'api_key', 'installation', 'system'] as const;

export type Who = { readonly actorIds: readonly string[] | null; readonly actorType: string | null };

/** The words of a user's address, and of the name too. */
type Named = { readonly id: string; readonly address: readonly string[]; readonly words: readonly string[] };

/** Those in the workspace's events: the directory has the users of all workspaces. */
const usersIn = async ({ state, readModels }: DashboardDeps, workspace: string): Promise<readonly Named[]> => {
  const users = await usersOf({ state }, await usersInTimeline(readModels, workspace));
  return [...users.values()].map(({ id, email, name }) => ({
    id,
    address: searchTerms(email ?? ''),
    words: searchTerms(`${email ?? ''} ${name ?? ''}`),
  }));
};

const matches = (words: readonly string[], term: string): boolean => words.some((word) => word.startsWith(term));

/** `actor` is an actor type, an id, or the name or email address of a user. */
export const actorsNamed = async (deps: DashboardDeps, workspace: string, actor: string): Promise<Who> => {
  const type = ACTOR_TYPES.find((each) => each === actor);
  if (type !== undefined) return { actorIds: null, actorType: type };
  const terms = queryTerms(actor);
  const found = terms.length === 0 ? [] : await usersIn(deps, workspace);
  const named = found.filter((user) => terms.every((term) => matches(user.words, term))).map(({ id }) => id);
  named.splice(SEARCH.meanings);
  return { actorIds: [...new Set([actor, ...named])], actorType: null };
};

/**
 * Each word of a search matches an event by the start of a word in its summary, its ids, or a user's name or email address, or
 * by a record whose title or name contains all words. Only members and those who act are found by their names.
 */
export const searchTermsFor = async (deps: DashboardDeps, workspace: string, q: string) => {
  const terms = queryTerms(q);
  if (terms.length === 0) return [];
  const [users, records] = await Promise.all([
    usersIn(deps, workspace),
    findRecordsByName(deps.readModels, workspace, terms),
  ]);
  // Users and records get half of a word's alternatives each.
  const each = Math.floor(SEARCH.meanings / terms.length / 2);
  const subjects = records.slice(0, each).map(subjectTerm);
  const named = terms.map((term) => users.filter(({ words }) => matches(words, term)).slice(0, each));
  const ids = named.flat().map(({ id }) => id);
  const known = await memberIds(deps.readModels, workspace, ids);
  return terms.map((term, n) => {
    const people = (named[n] ?? []).flatMap(({ id, address }) => [
      actorTerm(id),
      ...(known.has(id) || matches(address, term) ? [subjectTerm({ type: 'user', id })] : []),
    ]);
    return [term, ...people, ...subjects];
  });
};

type SubjectType = (typeof SUBJECT_TYPES)[number];
type SubjectFilters = {
  readonly subject?: string;
  readonly subject_type?: SubjectType;
  readonly doi?: string;
  readonly orcid?: string;
};

const terms = (types: readonly SubjectType[], id: string): readonly string[] =>
  types.map((type) => subjectTerm({ type, id }));

export const subjectTermsFor = ({ subject, subject_type: type, doi, orcid }: SubjectFilters): readonly TermPrefix[] => [
  ...(subject === undefined ? [] : [terms(type === undefined ? SUBJECT_TYPES : [type], subject)]),
  ...(doi === undefined ? [] : [subjectTerm({ type: 'publication', id: parseDoi(doi) })]),
  ...(orcid === undefined ? [] : [terms(['person', 'ingestion'], parsePersonId(orcid))]),
];
