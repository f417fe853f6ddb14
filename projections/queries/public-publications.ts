/** The public listing of publications, and one of them, in the shapes of surfaces B and C. */
import { doiUrl } from '../../domain/doi.ts';
import type { Revision } from '../../domain/event.ts';
import { isRetracted } from '../../domain/publication/state.ts';
import { searchTerms } from '../../domain/search-terms.ts';
import type { Condition, ReadModels } from '../ports.ts';
import { mergedOf } from '../publication/columns.ts';
import { publicPublications, type PublicPublicationRow } from '../public-catalogue/publications.ts';
import { findPage, rowAs, type Page, type PageRequest } from './page.ts';

export type PublicationItem = {
  readonly doi: string;
  readonly title: string | null;
  readonly doi_url: string;
  readonly publication_date: string | null;
  readonly publication_year: number | null;
  readonly publication_type: string | null;
  readonly cited_by_count: number | null;
  readonly last_fetched_at: number;
};

export type PublicationQuery = PageRequest & {
  readonly q: string;
  readonly sort: keyof typeof PUBLICATION_SORTS;
  readonly dir: 'asc' | 'desc';
  readonly publicationType: string | null;
  readonly publicationYear: number | null;
  readonly minCitedBy: number | null;
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

/** All that an item needs besides the id, which is the DOI; the rest of a row is ten times as long. */
const LISTED: readonly (keyof PublicPublicationRow)[] = [
  'title',
  'publicationDate',
  'publicationYear',
  'publicationType',
  'citedByCount',
  'lastFetchedAt',
];

const listed = (row: PublicPublicationRow): Omit<PublicationItem, 'title' | 'doi_url'> => ({
  doi: row.id,
  publication_date: row.publicationDate ?? null,
  publication_year: row.publicationYear ?? null,
  publication_type: row.publicationType ?? null,
  cited_by_count: row.citedByCount ?? null,
  last_fetched_at: row.lastFetchedAt ?? 0,
});

const itemOf = (row: PublicPublicationRow): PublicationItem => ({
  ...listed(row),
  title: row.title ?? null,
  doi_url: doiUrl(row.id),
});

export const listPublicPublications = async (
  readModels: ReadModels,
  query: PublicationQuery,
): Promise<Page<PublicationItem>> => {
  const { q, sort, dir, publicationType, publicationYear, minCitedBy, orcid } = query;
  const all: Condition[] = [{ field: 'public', eq: true }];
  if (orcid !== null) all.push({ field: 'personOrcids', contains: orcid });
  if (publicationType !== null) all.push({ field: 'publicationType', eq: publicationType });
  if (publicationYear !== null) all.push({ field: 'publicationYear', eq: publicationYear });
  if (minCitedBy !== null) all.push({ field: 'citedByCount', gte: minCitedBy });
  const where = { all, terms: searchTerms(q) };
  const { items, ...page } = await findPage<PublicPublicationRow>(
    readModels,
    publicPublications,
    where,
    { field: PUBLICATION_SORTS[sort], dir },
    query,
    LISTED,
  );
  return { ...page, items: items.map(itemOf) };
};

/** The publication as the workspace has it that is served; null if no workspace shows it. */
export const publicPublication = async (
  readModels: ReadModels,
  doi: string,
): Promise<{ readonly body: unknown; readonly revision: Revision } | null> => {
  const found = await readModels.get(publicPublications, doi);
  const row = found === null ? null : rowAs<PublicPublicationRow>(found);
  const view = row === null || row.served === null ? undefined : row.holders[row.served];
  if (row === null || view === undefined) return null;
  const { state, lastEditedAt, revision } = view;
  const body = {
    ...listed(row),
    data: mergedOf(view),
    is_retracted: isRetracted(state),
    open_access_status: state.enrichment?.open_access_status ?? null,
    enriched_metadata: state.enrichment,
    last_edited_at: lastEditedAt,
    edit_count: state.editCount,
  };
  return { body, revision };
};
