/** Shared by all listings of publications: what they show of each, and further filters. */
import { doiUrl } from '../../domain/doi.ts';
import type { Condition } from '../ports.ts';
import type { PublicationColumns } from '../publication/columns.ts';

/** The columns an item is made of, which excludes those only sorted by; the rest of a row is ten times as long. */
export const ITEM_COLUMNS = [
  'title',
  'publicationDate',
  'publicationYear',
  'publicationType',
  'citedByCount',
  'lastFetchedAt',
] as const satisfies readonly (keyof PublicationColumns)[];

export const datedItem = (row: Partial<PublicationColumns>) => ({
  publication_date: row.publicationDate ?? null,
  publication_year: row.publicationYear ?? null,
  publication_type: row.publicationType ?? null,
  cited_by_count: row.citedByCount ?? null,
  last_fetched_at: row.lastFetchedAt ?? 0,
});

export const publicationItem = (doi: string, row: Partial<PublicationColumns>) => ({
  doi,
  title: row.title ?? null,
  doi_url: doiUrl(doi),
  ...datedItem(row),
});
export type PublicationItem = ReturnType<typeof publicationItem>;

export type ExtraFilters = { readonly narrowed: readonly Condition[] };
