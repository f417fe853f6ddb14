/** Open suggestions: people whose name matches an author's, with the evidence. */
import { ANSWER, RECORD } from '../../domain/limits.ts';
import { AUTHOR, listedName, namesIn } from '../../domain/publication/authors.ts';
import { linkedOrcids } from '../../domain/publication/state.ts';
import { publications, type PublicationRow } from '../catalogue/publications.ts';
import { rowId, rowIds } from '../ids.ts';
import { having, type ReadModels } from '../ports.ts';
import { mergedOf } from '../publication/columns.ts';
import { sourcesByField } from '../publication/sources.ts';
import { linkedPeople, type LinkedPerson } from './linked-people.ts';
import type { Listing } from './listing.ts';

/** Co-authors considered for each suggestion: publications with thousands have more than anyone reads. */
const MAX_CO_AUTHORS = 20;

type Suggested = {
  readonly orcid: string;
  /** The list of names, and the zero-based index there. */
  readonly role: string;
  readonly author: number | null;
  /** As listed there. Null, like the index, if the names of OpenAlex's list were cut off. */
  readonly name: string | null;
  /** The providers of that list. */
  readonly sources: readonly string[];
};

/** A publication and the people its item names. */
type Subject = {
  readonly publication_id: string;
  readonly title: string | null;
  /** All open suggestions, listed here or not. */
  readonly suggestion_count: number;
  readonly suggested: readonly Suggested[];
  /** The linked people who are considered. */
  readonly linked: readonly string[];
};

const subjectOf = ({ key, title = null, view }: PublicationRow, most: number): Subject => {
  const item = { publication_id: key, title };
  if (view === null) return { ...item, suggestion_count: 0, suggested: [], linked: [] };
  const [merged, sources] = [mergedOf(view), sourcesByField(view.sources)];
  const suggested = view.state.match.suggested.flatMap(({ orcid, author, role = AUTHOR }): readonly Suggested[] => {
    if (author === null) return [{ orcid, role, author, name: null, sources: ['openalex'] }];
    const listed = namesIn(merged, role)[author];
    if (listed === undefined) return [];
    const source = sources[role];
    return [{ orcid, role, author, name: listedName(listed), sources: source === undefined ? [] : [source.provider] }];
  });
  return {
    ...item,
    suggestion_count: suggested.length,
    suggested: suggested.slice(0, most),
    linked: linkedOrcids(view.state).slice(0, MAX_CO_AUTHORS),
  };
};

/** Whether two iDs are linked to the same publication. */
type Share = (orcid: string, other: string) => boolean;

const sharingAmong = async (
  readModels: ReadModels,
  workspace: string,
  subjects: readonly Subject[],
): Promise<Share> => {
  const both = subjects.filter(({ suggested, linked }) => suggested.length > 0 && linked.length > 0);
  if (both.length === 0) return () => false;
  const keysOf = (orcids: readonly string[]): readonly string[] => rowIds(workspace, [...new Set(orcids)]);
  const found = await readModels.coOccurrences(publications, {
    where: having({ workspace }),
    by: 'personKeys',
    values: keysOf(both.flatMap(({ suggested }) => suggested.map(({ orcid }) => orcid))),
    others: keysOf(both.flatMap(({ linked }) => linked)),
  });
  return (orcid, other) => found.get(rowId(workspace, orcid))?.has(rowId(workspace, other)) ?? false;
};

const itemOf = (subject: Subject, people: ReadonlyMap<string, LinkedPerson>, share: Share) => {
  const { suggested, linked, ...item } = subject;
  const suggestions = suggested.flatMap(({ orcid, role, author, name, sources }) => {
    const person = people.get(orcid);
    if (person === undefined) return [];
    // iDs linked to this publication that share other publications with the person.
    const co_authors = linked.filter((other) => share(orcid, other));
    return [{ person, role, author, evidence: { name, affiliation: person.affiliation, co_authors, sources } }];
  });
  return { ...item, suggestions };
};
export type SuggestionsItem = ReturnType<typeof itemOf>;

type SuggestionQuery = {
  readonly workspace: string;
  readonly locale: string;
  /** Only those of this publication; null for any. */
  readonly doi: string | null;
};

/** By publication, most recently confirmed first, without deleted ones: the first suggestions of each, or all of a single one. */
export const suggestionListing = ({
  workspace,
  locale,
  doi,
}: SuggestionQuery): Listing<SuggestionsItem, PublicationRow> => ({
  collection: publications,
  where: {
    all: having({ workspace, hasSuggestions: true, deleted: false, id: doi === null ? null : rowId(workspace, doi) }),
  },
  ...(doi === null ? { sort: { field: 'lastFetchedAt', dir: 'desc' } } : {}),
  items: async (rows, readModels) => {
    const subjects = rows.map((row) => subjectOf(row, doi === null ? ANSWER.suggestions : RECORD.suggestions));
    const orcids = subjects.flatMap(({ suggested }) => suggested.map(({ orcid }) => orcid));
    const [people, share] = await Promise.all([
      linkedPeople(readModels, workspace, orcids, locale),
      sharingAmong(readModels, workspace, subjects),
    ]);
    return subjects.map((subject) => itemOf(subject, people, share));
  },
});
