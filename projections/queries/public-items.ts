/** The public listing of publications, and a single publication, in the shapes of the public API. */
import { metadataOf } from '../../domain/publication/completing.ts';
import { isRetracted } from '../../domain/publication/state.ts';
import { containing, having, type Condition, type ReadModels } from '../ports.ts';
import { mergedOf, type PublicationColumns } from '../publication/columns.ts';
import { publicItems, type PublicItemRow } from '../catalogue/public-items.ts';
import { publications } from '../catalogue/publications.ts';
import { ordered, type Asked, type Listing, type Rows } from './listing.ts';
import { searchedTerms, type PublicationSearches } from './publication-search.ts';
import {
  datedItem,
  ITEM_COLUMNS,
  publicationItem,
  type ExtraFilters,
  type PublicationItem,
} from './publication-item.ts';

export type PublicationQuery<Sorts = typeof PUBLICATION_SORTS> = Asked<Sorts> &
  ExtraFilters &
  PublicationSearches & {
    /** Only publications linked to this iD. */
    readonly orcid: string | null;
  };

export const PUBLICATION_SORTS = {
  last_fetched_at: 'lastFetchedAt',
  publication_date: 'publicationDay',
  publication_year: 'publicationYear',
  cited_by_count: 'citedByCount',
  title: 'titleKey',
} as const;

/** Across workspaces. */
export const PUBLIC_SORTS = { ...PUBLICATION_SORTS, datestamp: 'datestamp' } as const;

export type PublicQuery = PublicationQuery<typeof PUBLIC_SORTS> & {
  /** Epoch milliseconds. Default: all. */
  readonly updated_since?: number | null;
};

/** Search and order of a listing of publications. */
export const searched = (
  all: readonly Condition[],
  query: PublicationQuery<typeof PUBLIC_SORTS>,
): Pick<Required<Rows<unknown>>, 'where' | 'sort'> => {
  const { where, sort } = ordered(PUBLIC_SORTS, all, query);
  return { where: { ...where, terms: searchedTerms(query) }, sort };
};

type Listed<Item> = Listing<Item, PublicItemRow, keyof PublicationColumns>;

const changedSince = (gte: number | null = null): readonly Condition[] =>
  gte === null ? [] : [{ field: 'datestamp', gte }];

const publicRows = (hasDoi: boolean, query: PublicQuery) => ({
  collection: publicItems,
  ...searched(
    [
      ...having({ public: true, hasDoi }),
      ...query.narrowed,
      ...containing({ personOrcids: query.orcid }),
      ...changedSince(query.updated_since),
    ],
    query,
  ),
  fields: ITEM_COLUMNS,
});

export const publicPublicationListing = (query: PublicQuery): Listed<PublicationItem> => ({
  ...publicRows(true, query),
  items: (rows) => rows.map((row) => publicationItem(row.id, row)),
});

const workItem = (id: string, row: Partial<PublicationColumns>) => ({
  id,
  title: row.title ?? null,
  ...datedItem(row),
});

/** Works without a DOI. */
export const publicWorkListing = (query: PublicQuery): Listed<ReturnType<typeof workItem>> => ({
  ...publicRows(false, query),
  items: (rows) => rows.map((row) => workItem(row.id, row)),
});

/** The row of one DOI or key, if it is public. */
export const publicItemOf = (id: string): Pick<Rows<PublicItemRow>, 'collection' | 'where'> => ({
  collection: publicItems,
  where: { all: [...having({ public: true }), { field: 'id', eq: id }] },
});

/** The DOI that is public in place of this one, which a workspace knows as its alias and none shows; else null. */
export const publicPrimaryOf = async (readModels: ReadModels, doi: string): Promise<string | null> => {
  const row = await readModels.get(publicItems, doi);
  if (row === null || row.aliasOf === null) return null;
  const primary = await readModels.get(publicItems, row.aliasOf);
  // An alias of an alias redirects once more.
  return primary !== null && (primary.public || primary.aliasOf !== null) ? row.aliasOf : null;
};

/** The record of an item from the workspace that serves it; null if no workspace shows it. */
const servedRecord = async (readModels: ReadModels, id: string) => {
  const row = await readModels.get(publicItems, id);
  if (row === null || row.served === null) return null;
  const served = await readModels.get(publications, row.served);
  // It may have been hidden since the public row was read.
  if (served === null || served.view === null || !served.public) return null;
  const { state, lastEditedAt, revision } = served.view;
  const record = { ...datedItem(row), data: mergedOf(served.view), is_retracted: isRetracted(state) };
  return { record, state, edited: { last_edited_at: lastEditedAt, edit_count: state.editCount }, revision };
};

/** Null if no workspace shows it. */
export const publicPublication = async (readModels: ReadModels, doi: string) => {
  const found = await servedRecord(readModels, doi);
  if (found === null) return null;
  const { record, state, edited, revision } = found;
  const body = {
    doi,
    ...record,
    open_access_status: state.enrichment?.open_access_status ?? null,
    enriched_metadata: metadataOf(state.enrichment),
    ...edited,
  };
  return { body, revision };
};

/** A work without a DOI, by its key; null if no workspace shows it. */
export const publicWork = async (readModels: ReadModels, id: string) => {
  const found = await servedRecord(readModels, id);
  if (found === null) return null;
  const { record, edited, revision } = found;
  return { body: { id, ...record, ...edited }, revision };
};
