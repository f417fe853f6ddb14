/** What every listing of publications has in common: what it shows of one, and what it can be narrowed to. */
import { doiUrl } from '../../domain/doi.ts';
import type { Condition } from '../ports.ts';
import type { PublicationColumns } from '../publication/columns.ts';

/** The columns that an item is made of; the rest of a row is ten times as long. */
export const ITEM_COLUMNS: readonly (keyof PublicationColumns)[] = [
  'title',
  'publicationDate',
  'publicationYear',
  'publicationType',
  'citedByCount',
  'lastFetchedAt',
];

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

/** What a listing of publications is narrowed to besides. */
export type Narrowed = { readonly narrowed: readonly Condition[] };
