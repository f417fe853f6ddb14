/** The state of the list of publications in the address. */
import { NUMBER } from '../../../../domain/limits.ts';
import { OPEN_ACCESS } from '../../../../domain/publication/open-access.ts';
import type { QueryOf } from '../../client/api.ts';
import { language } from '../../client/i18n.ts';
import { oneOf, optionalFlag, optionalNumber, optionalOneOf, optionalText, text } from '../../client/query.ts';
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
    publication_year: optionalNumber({ min: -NUMBER.year, max: NUMBER.year }),
    from_year: optionalNumber({ min: 1, max: NUMBER.year }),
    to_year: optionalNumber({ min: 1, max: NUMBER.year }),
    min_cited_by: optionalNumber({ min: 0 }),
    needs_attention: optionalFlag(),
    has_doubt: optionalFlag(),
    has_drift: optionalFlag(),
    is_retracted: optionalFlag(),
    retraction_kept: optionalFlag(),
    is_edited: optionalFlag(),
    has_doi: oneOf(['all', 'yes', 'no'], 'all'),
    versions: oneOf(['all', 'newest'], 'all'),
    orcid_id: optionalText(),
    entity_id: optionalText(),
    category_id: optionalText(),
    container: text(),
    funder: text(),
    open_access: optionalOneOf(OPEN_ACCESS),
    licence: optionalText(),
    language: optionalText(),
  },
  { sort: oneOf(SORTS, 'publication_date'), dir: oneOf(['asc', 'desc'], 'desc') },
);

export type PublicationsView = typeof publications.defaults;

export const requestOf = (view: PublicationsView): QueryOf<'GET /api/publications'> => ({
  ...view,
  locale: language.value,
  // The list shows none, and the first page after a start would wait for them.
  citations: false,
});

/** All pages of what the list shows. */
export const exportOf = ({
  page: _page,
  per_page: _size,
  ...view
}: PublicationsView): QueryOf<'GET /api/publications'> => view;
