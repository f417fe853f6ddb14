/** Open suggestions: people whose name matches an author's, with the evidence. */
import { ANSWER, RECORD } from '../../domain/limits.ts';
import { listedName } from '../../domain/publication/authors.ts';
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

/** A publication and the people its item names. */
type Subject = {
  readonly publication_id: string;
  readonly title: string | null;
  /** All open suggestions, listed here or not. */
  readonly suggestion_count: number;
  /** `author`: the zero-based index in the list of authors; `name`: as listed there. */
  readonly suggested: readonly { readonly orcid: string; readonly author: number; readonly name: string }[];
  /** The linked people who are considered. */
  readonly linked: readonly string[];
  /** The providers of the list of authors. */
  readonly sources: readonly string[];
};

const subjectOf = ({ doi, title = null, view }: PublicationRow, most: number): Subject => {
  const item = { publication_id: doi, title };
  if (view === null) return { ...item, suggestion_count: 0, suggested: [], linked: [], sources: [] };
  const authors = mergedOf(view).author ?? [];
  const suggested = view.state.match.suggested.flatMap(({ orcid, author }) => {
    const listed = authors[author];
    return listed === undefined ? [] : [{ orcid, author, name: listedName(listed) }];
  });
  const source = sourcesByField(view.sources)['author'];
  return {
    ...item,
    suggestion_count: suggested.length,
    suggested: suggested.slice(0, most),
    linked: linkedOrcids(view.state).slice(0, MAX_CO_AUTHORS),
    sources: source === undefined ? [] : [source.provider],
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
  const { suggested, linked, sources, ...item } = subject;
  const suggestions = suggested.flatMap(({ orcid, author, name }) => {
    const person = people.get(orcid);
    if (person === undefined) return [];
    // iDs linked to this publication that share other publications with the person.
    const co_authors = linked.filter((other) => share(orcid, other));
    return [{ person, author, evidence: { name, affiliation: person.affiliation, co_authors, sources } }];
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
