/** The public listing of publications, and a single publication, in the shapes of the public API. */
import { isRetracted } from '../../domain/publication/state.ts';
import { containing, having, type ReadModels } from '../ports.ts';
import { mergedOf, type PublicationColumns } from '../publication/columns.ts';
import { publicPublications, type PublicPublicationRow } from '../catalogue/public-publications.ts';
import { publications } from '../catalogue/publications.ts';
import { ordered, type Asked, type Listing, type Rows } from './listing.ts';
import {
  datedItem,
  ITEM_COLUMNS,
  publicationItem,
  type ExtraFilters,
  type PublicationItem,
} from './publication-item.ts';

export type PublicationQuery = Asked<typeof PUBLICATION_SORTS> &
  ExtraFilters & {
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

export const publicPublicationListing = (
  query: PublicationQuery,
): Listing<PublicationItem, PublicPublicationRow, keyof PublicationColumns> => ({
  collection: publicPublications,
  ...ordered(
    PUBLICATION_SORTS,
    [...having({ public: true }), ...query.narrowed, ...containing({ personOrcids: query.orcid })],
    query,
  ),
  fields: ITEM_COLUMNS,
  items: (rows) => rows.map((row) => publicationItem(row.id, row)),
});

/** The row of one DOI, if it is public. */
export const publicPublicationOf = (doi: string): Pick<Rows<PublicPublicationRow>, 'collection' | 'where'> => ({
  collection: publicPublications,
  where: { all: [...having({ public: true }), { field: 'id', eq: doi }] },
});

/** The DOI that is public in place of this one, which a workspace knows as its alias and none shows; else null. */
export const publicPrimaryOf = async (readModels: ReadModels, doi: string): Promise<string | null> => {
  const row = await readModels.get(publicPublications, doi);
  if (row === null || row.aliasOf === null) return null;
  const primary = await readModels.get(publicPublications, row.aliasOf);
  // An alias of an alias redirects once more.
  return primary !== null && (primary.public || primary.aliasOf !== null) ? row.aliasOf : null;
};

/** The publication from the workspace that serves it; null if no workspace shows it. */
export const publicPublication = async (readModels: ReadModels, doi: string) => {
  const row = await readModels.get(publicPublications, doi);
  if (row === null || row.served === null) return null;
  const served = await readModels.get(publications, row.served);
  // It may have been hidden since the public row was read.
  if (served === null || served.view === null || !served.public) return null;
  const { state, lastEditedAt, revision } = served.view;
  const body = {
    doi: row.id,
    ...datedItem(row),
    data: mergedOf(served.view),
    is_retracted: isRetracted(state),
    open_access_status: state.enrichment?.open_access_status ?? null,
    enriched_metadata: state.enrichment,
    last_edited_at: lastEditedAt,
    edit_count: state.editCount,
  };
  return { body, revision };
};
