/** Open suggestions: people whose name is that of an author, with what speaks for it. */
import { listedName } from '../../domain/publication/matching.ts';
import { linkedOrcids } from '../../domain/publication/state.ts';
import { publications, type PublicationRow } from '../catalogue/publications.ts';
import { rowId } from '../ids.ts';
import type { ReadModels } from '../ports.ts';
import { mergedOf } from '../publication/columns.ts';
import { sourcesByField } from '../publication/sources.ts';
import { linkedPeople, type LinkedPerson } from './linked-people.ts';
import { findPage, rowAs, type Page, type PageRequest } from './page.ts';

export type SuggestionItem = {
  readonly person: LinkedPerson;
  /** Zero-based place among the authors. */
  readonly author: number;
  readonly evidence: {
    /** The name as the authors are listed. */
    readonly name: string;
    readonly affiliation: LinkedPerson['affiliation'];
    /** iDs linked to this publication that share other publications with the person. */
    readonly co_authors: readonly string[];
    /** Who gave the list of authors. */
    readonly sources: readonly string[];
  };
};

export type SuggestionsItem = {
  readonly publication_id: string;
  readonly title: string | null;
  readonly suggestions: readonly SuggestionItem[];
};

/** Co-authors looked at for each suggestion: publications of thousands have more than anybody reads. */
const MOST_CO_AUTHORS = 20;

/** Row ids of those who share publications with a person, the person's own among them. */
type Sharing = (personKey: string) => Promise<ReadonlySet<unknown>>;

/** Counts once for each person, however many suggestions of a page are of the same one. */
const sharingIn = (readModels: ReadModels): Sharing => {
  const known = new Map<string, Promise<ReadonlySet<unknown>>>();
  return (personKey) => {
    const counted =
      known.get(personKey) ??
      readModels
        .groupCounts(publications, { all: [{ field: 'personKeys', contains: personKey }] }, 'personKeys')
        .then((counts) => new Set<unknown>(counts.keys()));
    known.set(personKey, counted);
    return counted;
  };
};

const itemOf = async (
  readModels: ReadModels,
  sharing: Sharing,
  { workspace, doi, title = null, view }: PublicationRow,
  locale: string,
): Promise<SuggestionsItem> => {
  const suggested = view?.state.match.suggested ?? [];
  if (view === null) return { publication_id: doi, title, suggestions: [] };
  const people = await linkedPeople(
    readModels,
    workspace,
    suggested.map(({ orcid }) => orcid),
    locale,
  );
  const authors = mergedOf(view).author ?? [];
  const source = sourcesByField(view.sources)['author'];
  const sources = source === undefined ? [] : [source.provider];
  const linked = linkedOrcids(view.state).slice(0, MOST_CO_AUTHORS);
  const suggestions = suggested.map(async ({ orcid, author }): Promise<readonly SuggestionItem[]> => {
    const person = people.get(orcid);
    const listed = authors[author];
    if (person === undefined || listed === undefined) return [];
    const known = linked.length === 0 ? new Set() : await sharing(rowId(workspace, orcid));
    const co_authors = linked.filter((other) => known.has(rowId(workspace, other)));
    const evidence = { name: listedName(listed), affiliation: person.affiliation, co_authors, sources };
    return [{ person, author, evidence }];
  });
  return { publication_id: doi, title, suggestions: (await Promise.all(suggestions)).flat() };
};

/** By publication, the last confirmed first. */
export const listSuggestions = async (
  readModels: ReadModels,
  workspace: string,
  locale: string,
  page: PageRequest,
): Promise<Page<SuggestionsItem>> => {
  const all = [
    { field: 'workspace', eq: workspace },
    { field: 'hasSuggestions', eq: true },
  ];
  const order = { field: 'lastFetchedAt', dir: 'desc' } as const;
  const { items, total } = await findPage<PublicationRow>(readModels, publications, { all }, order, page);
  const sharing = sharingIn(readModels);
  return { items: await Promise.all(items.map((row) => itemOf(readModels, sharing, row, locale))), total };
};

/** Of one publication; null where it has none, or is not there. */
export const suggestionsOf = async (
  readModels: ReadModels,
  workspace: string,
  doi: string,
  locale: string,
): Promise<SuggestionsItem | null> => {
  const found = await readModels.get(publications, rowId(workspace, doi));
  if (found === null) return null;
  const item = await itemOf(readModels, sharingIn(readModels), rowAs<PublicationRow>(found), locale);
  return item.suggestions.length === 0 ? null : item;
};
