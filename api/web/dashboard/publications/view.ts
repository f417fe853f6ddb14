/** The state of the list of publications in the address. */
import type { QueryOf } from '../../client/api.ts';
import { oneOf, optionalNumber, optionalText } from '../../client/query.ts';
import { openListing } from '../../client/view.ts';

const SORTS = [
  'last_fetched_at',
  'publication_date',
  'publication_year',
  'cited_by_count',
  'title',
  'last_edited_at',
  'edit_count',
] as const;

export const publications = openListing(
  {
    visibility: oneOf(['all', 'visible', 'hidden'], 'all'),
    status: oneOf(['active', 'deleted', 'all'], 'active'),
    publication_type: optionalText(),
    publication_year: optionalNumber(),
    min_cited_by: optionalNumber(0),
    needs_attention: oneOf(['any', 'true', 'false'], 'any'),
    has_drift: oneOf(['any', 'true', 'false'], 'any'),
    is_retracted: oneOf(['any', 'true', 'false'], 'any'),
    orcid_id: optionalText(),
  },
  { sort: oneOf(SORTS, 'publication_date'), dir: oneOf(['asc', 'desc'], 'desc') },
);

export type PublicationsView = typeof publications.defaults;

/** Null where either will do. */
export const isAsked = (chosen: 'any' | 'true' | 'false'): boolean | null =>
  chosen === 'any' ? null : chosen === 'true';

export const requestOf = (
  { needs_attention, has_drift, is_retracted, ...view }: PublicationsView,
  locale: string,
): QueryOf<'GET /api/publications'> => ({
  ...view,
  needs_attention: isAsked(needs_attention),
  has_drift: isAsked(has_drift),
  is_retracted: isAsked(is_retracted),
  locale,
  // The list shows none, and the first page after a start would wait for them.
  citations: false,
});
