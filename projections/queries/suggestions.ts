/** Open suggestions: people whose name matches an author's, with the evidence. */
import { ANSWER, RECORD } from '../../domain/limits.ts';
import { AUTHOR, listedName, namesIn } from '../../domain/publication/authors.ts';
import { linkedOrcids } from '../../domain/publication/state.ts';
import { publications, type PublicationRow } from '../catalogue/publications.ts';
import { rowId, rowIds } from '../ids.ts';
import { containing, having, type ReadModels, type Stored } from '../ports.ts';
import { mergedOf } from '../publication/columns.ts';
import { sourcesByField } from '../publication/sources.ts';
import { linkedPeople, type LinkedPerson } from './linked-people.ts';
import { fieldsAt, type Listing } from './listing.ts';

/** Co-authors considered for each suggestion: publications with thousands have more than anyone reads. */
const MAX_CO_AUTHORS = 20;

type Suggested = {
  readonly orcid: string;
  /** The list of names, and the zero-based index there. */
  readonly role: string;
  readonly author: number | null;
  /** As listed there. Null, like the index, if the names of OpenAlex's list were cut off. */
  readonly name: string | null;
  /** The first ones that are printed there. */
  readonly listedAffiliations: readonly string[];
  /** The providers of that list. */
  readonly sources: readonly string[];
};

/** A publication and the people its item names. */
type Subject = {
  readonly publication_id: string;
  readonly title: string | null;
  readonly publication_year: number | null;
  /** The journal or book. */
  readonly container: string | null;
  /** All open suggestions, listed here or not. */
  readonly suggestion_count: number;
  readonly suggested: readonly Suggested[];
  /** The linked people who are considered. */
  readonly linked: readonly string[];
};

/** `of`: the person whose suggestions alone are listed; null for all. */
const subjectOf = (
  { key, title = null, publicationYear = null, brief, view }: PublicationRow,
  most: number,
  of: string | null,
): Subject => {
  const container = brief?.container?.title ?? null;
  const item = { publication_id: key, title, publication_year: publicationYear, container };
  if (view === null) return { ...item, suggestion_count: 0, suggested: [], linked: [] };
  const [merged, sources] = [mergedOf(view), sourcesByField(view.sources)];
  const asked = view.state.match.suggested.filter(({ orcid }) => of === null || orcid === of);
  const suggested = asked.flatMap(({ orcid, author, role = AUTHOR }): readonly Suggested[] => {
    if (author === null) return [{ orcid, role, author, name: null, listedAffiliations: [], sources: ['openalex'] }];
    const listed = namesIn(merged, role)[author];
    if (listed === undefined) return [];
    const source = sources[role];
    const listedAffiliations = (listed.affiliation ?? []).slice(0, ANSWER.evidence).map((each) => each.name);
    return [
      {
        ...{ orcid, role, author, name: listedName(listed), listedAffiliations },
        sources: source === undefined ? [] : [source.provider],
      },
    ];
  });
  return {
    ...item,
    suggestion_count: suggested.length,
    suggested: suggested.slice(0, most),
    linked: linkedOrcids(view.state).slice(0, MAX_CO_AUTHORS),
  };
};

/** The row id of a publication to which two iDs are linked; undefined if there is none. */
type Share = (orcid: string, other: string) => string | undefined;

const sharingAmong = async (
  readModels: ReadModels,
  workspace: string,
  subjects: readonly Subject[],
): Promise<Share> => {
  const both = subjects.filter(({ suggested, linked }) => suggested.length > 0 && linked.length > 0);
  if (both.length === 0) return () => undefined;
  const keysOf = (orcids: readonly string[]): readonly string[] => rowIds(workspace, [...new Set(orcids)]);
  const found = await readModels.coOccurrences(publications, {
    where: having({ workspace, deleted: false }),
    by: 'personKeys',
    values: keysOf(both.flatMap(({ suggested }) => suggested.map(({ orcid }) => orcid))),
    others: keysOf(both.flatMap(({ linked }) => linked)),
  });
  return (orcid, other) => found.get(rowId(workspace, orcid))?.get(rowId(workspace, other));
};

/** The rows of the first works that a person shares with the people linked. */
const sharedBy = (orcid: string, linked: readonly string[], share: Share): readonly string[] =>
  [...new Set(linked.flatMap((other) => share(orcid, other) ?? []))].slice(0, ANSWER.evidence);

type Work = Pick<Stored<PublicationRow>, 'key' | 'title' | 'publicationYear'>;

const worksShared = (
  readModels: ReadModels,
  subjects: readonly Subject[],
  share: Share,
): Promise<ReadonlyMap<string, Work>> => {
  const rows = subjects.flatMap(({ suggested, linked }) =>
    suggested.flatMap(({ orcid }) => sharedBy(orcid, linked, share)),
  );
  return fieldsAt(readModels, publications, [...new Set(rows)], ['key', 'title', 'publicationYear']);
};

const itemOf = (
  subject: Subject,
  people: ReadonlyMap<string, LinkedPerson>,
  share: Share,
  works: ReadonlyMap<string, Work>,
) => {
  const { suggested, linked, ...item } = subject;
  const suggestions = suggested.flatMap(({ orcid, role, author, name, listedAffiliations, sources }) => {
    const person = people.get(orcid);
    if (person === undefined) return [];
    // iDs linked to this publication that share other publications with the person.
    const co_authors = linked.filter((other) => share(orcid, other) !== undefined);
    const shared_works = sharedBy(orcid, linked, share).flatMap((row) => {
      const work = works.get(row);
      if (work === undefined) return [];
      const { key: id, title = null, publicationYear: publication_year = null } = work;
      return [{ id, title, publication_year }];
    });
    const evidence = { name, affiliation: person.affiliation, listed_affiliations: listedAffiliations, co_authors };
    return [{ person, role, author, evidence: { ...evidence, shared_works, sources } }];
  });
  return { ...item, suggestions };
};
export type SuggestionsItem = ReturnType<typeof itemOf>;

type SuggestionQuery = {
  readonly workspace: string;
  readonly locale: string;
  /** Only those of this publication; null for any. */
  readonly doi: string | null;
  /** Only those of this person; null for anyone. */
  readonly orcid: string | null;
};

/** By publication, most recently confirmed first, without deleted ones: the first suggestions of each, or all of a single one. */
export const suggestionListing = ({
  workspace,
  locale,
  doi,
  orcid,
}: SuggestionQuery): Listing<SuggestionsItem, PublicationRow> => ({
  collection: publications,
  where: {
    all: [
      ...having({ workspace, hasSuggestions: true, deleted: false, id: doi === null ? null : rowId(workspace, doi) }),
      ...containing({ suggestedKeys: orcid === null ? null : rowId(workspace, orcid) }),
    ],
  },
  ...(doi === null ? { sort: { field: 'lastFetchedAt', dir: 'desc' } } : {}),
  items: async (rows, readModels) => {
    const subjects = rows.map((row) => subjectOf(row, doi === null ? ANSWER.suggestions : RECORD.suggestions, orcid));
    const orcids = subjects.flatMap(({ suggested }) => suggested.map((each) => each.orcid));
    const [people, share] = await Promise.all([
      linkedPeople(readModels, workspace, orcids, locale),
      sharingAmong(readModels, workspace, subjects),
    ]);
    const works = await worksShared(readModels, subjects, share);
    return subjects.map((subject) => itemOf(subject, people, share, works));
  },
});
