/** Open suggestions: people whose name is that of an author, with what speaks for it. */
import { listedName } from '../../domain/publication/matching.ts';
import { linkedOrcids } from '../../domain/publication/state.ts';
import { publications, type PublicationRow } from '../catalogue/publications.ts';
import { rowId } from '../ids.ts';
import type { ReadModels } from '../ports.ts';
import { mergedOf } from '../publication/columns.ts';
import { sourcesByField } from '../publication/sources.ts';
import type { PublicationView } from '../publication/view.ts';
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

/** Whom a page names: the people suggested, and of the linked those who are looked at. */
type Named = { readonly suggested: PublicationView['state']['match']['suggested']; readonly linked: readonly string[] };

const namedIn = ({ view }: PublicationRow): Named =>
  view === null
    ? { suggested: [], linked: [] }
    : { suggested: view.state.match.suggested, linked: linkedOrcids(view.state).slice(0, MOST_CO_AUTHORS) };

/** Whether two iDs are linked to one publication. */
type Share = (orcid: string, other: string) => boolean;

const sharingAmong = async (readModels: ReadModels, workspace: string, named: readonly Named[]): Promise<Share> => {
  const both = named.filter(({ suggested, linked }) => suggested.length > 0 && linked.length > 0);
  if (both.length === 0) return () => false;
  const keysOf = (orcids: readonly string[]): readonly string[] =>
    [...new Set(orcids)].map((orcid) => rowId(workspace, orcid));
  const found = await readModels.together(publications, {
    where: [{ field: 'workspace', eq: workspace }],
    by: 'personKeys',
    values: keysOf(both.flatMap(({ suggested }) => suggested.map(({ orcid }) => orcid))),
    others: keysOf(both.flatMap(({ linked }) => linked)),
  });
  return (orcid, other) => found.get(rowId(workspace, orcid))?.has(rowId(workspace, other)) ?? false;
};

const itemOf = (row: PublicationRow, people: ReadonlyMap<string, LinkedPerson>, share: Share): SuggestionsItem => {
  const { doi, title = null, view } = row;
  if (view === null) return { publication_id: doi, title, suggestions: [] };
  const { suggested, linked } = namedIn(row);
  const authors = mergedOf(view).author ?? [];
  const source = sourcesByField(view.sources)['author'];
  const sources = source === undefined ? [] : [source.provider];
  const suggestions = suggested.flatMap(({ orcid, author }): readonly SuggestionItem[] => {
    const person = people.get(orcid);
    const listed = authors[author];
    if (person === undefined || listed === undefined) return [];
    const co_authors = linked.filter((other) => share(orcid, other));
    const evidence = { name: listedName(listed), affiliation: person.affiliation, co_authors, sources };
    return [{ person, author, evidence }];
  });
  return { publication_id: doi, title, suggestions };
};

/** Asks as often for many publications as for one. */
const itemsOf = async (
  readModels: ReadModels,
  workspace: string,
  rows: readonly PublicationRow[],
  locale: string,
): Promise<readonly SuggestionsItem[]> => {
  const named = rows.map(namedIn);
  const orcids = named.flatMap(({ suggested }) => suggested.map(({ orcid }) => orcid));
  const [people, share] = await Promise.all([
    linkedPeople(readModels, workspace, orcids, locale),
    sharingAmong(readModels, workspace, named),
  ]);
  return rows.map((row) => itemOf(row, people, share));
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
  return { items: await itemsOf(readModels, workspace, items, locale), total };
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
  const [item] = await itemsOf(readModels, workspace, [rowAs<PublicationRow>(found)], locale);
  return item === undefined || item.suggestions.length === 0 ? null : item;
};
