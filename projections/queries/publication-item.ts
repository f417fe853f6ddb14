/** What every listing of publications has in common: what it shows of one, and what it can be narrowed to. */
import { doiUrl } from '../../domain/doi.ts';
import type { Condition } from '../ports.ts';
import type { PublicationColumns } from '../publication/columns.ts';

export type DatedItem = {
  readonly publication_date: string | null;
  readonly publication_year: number | null;
  readonly publication_type: string | null;
  readonly cited_by_count: number | null;
  readonly last_fetched_at: number;
};

export type PublicationItem = DatedItem & {
  readonly doi: string;
  readonly title: string | null;
  readonly doi_url: string;
};

/** The columns that an item is made of; the rest of a row is ten times as long. */
export const ITEM_COLUMNS: readonly (keyof PublicationColumns)[] = [
  'title',
  'publicationDate',
  'publicationYear',
  'publicationType',
  'citedByCount',
  'lastFetchedAt',
];

export const datedItem = (row: Partial<PublicationColumns>): DatedItem => ({
  publication_date: row.publicationDate ?? null,
  publication_year: row.publicationYear ?? null,
  publication_type: row.publicationType ?? null,
  cited_by_count: row.citedByCount ?? null,
  last_fetched_at: row.lastFetchedAt ?? 0,
});

export const publicationItem = (doi: string, row: Partial<PublicationColumns>): PublicationItem => ({
  doi,
  title: row.title ?? null,
  doi_url: doiUrl(doi),
  ...datedItem(row),
});

/** What a listing of publications is narrowed to besides. */
export type Narrowed = { readonly narrowed: readonly Condition[] };
