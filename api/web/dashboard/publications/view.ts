/** What the listing is asked for, as it stands in the address. */
import { oneOf, optionalNumber, optionalText, queryCodec, text, wholeNumber, type Values } from '../../client/query.ts';
import type { QueryOf } from '../../client/api.ts';

export const SORTS = [
  'last_fetched_at',
  'publication_date',
  'publication_year',
  'cited_by_count',
  'title',
  'last_edited_at',
  'edit_count',
] as const;

/** As many as a reader looks through without paging. */
export const PER_PAGE = 50;

const FIELDS = {
  q: text(),
  visibility: oneOf(['all', 'visible', 'hidden'], 'all'),
  status: oneOf(['active', 'deleted', 'all'], 'active'),
  publication_type: optionalText(),
  publication_year: optionalNumber(),
  min_cited_by: optionalNumber(0),
  needs_attention: oneOf(['any', 'true', 'false'], 'any'),
  orcid_id: optionalText(),
  sort: oneOf(SORTS, 'publication_date'),
  dir: oneOf(['asc', 'desc'], 'desc'),
  page: wholeNumber(1),
  per_page: wholeNumber(PER_PAGE, { max: 100 }),
};

export type ListView = Values<typeof FIELDS>;

export const listView = queryCodec(FIELDS);

export const requestOf = (view: ListView, locale: string): QueryOf<'GET /api/publications'> => ({
  q: view.q,
  visibility: view.visibility,
  status: view.status,
  publication_type: view.publication_type ?? undefined,
  publication_year: view.publication_year ?? undefined,
  min_cited_by: view.min_cited_by ?? undefined,
  needs_attention: view.needs_attention === 'any' ? undefined : view.needs_attention === 'true',
  orcid_id: view.orcid_id ?? undefined,
  sort: view.sort,
  dir: view.dir,
  page: view.page,
  per_page: view.per_page,
  locale,
});

/** What narrows the list, apart from the search. */
const FILTERS = [
  'visibility',
  'status',
  'publication_type',
  'publication_year',
  'min_cited_by',
  'needs_attention',
  'orcid_id',
] as const;

export const filtersIn = (view: ListView): number =>
  FILTERS.filter((name) => view[name] !== listView.defaults[name]).length;

export const withoutFilters = (view: ListView): ListView => ({
  ...listView.defaults,
  sort: view.sort,
  dir: view.dir,
  per_page: view.per_page,
});

/** Another question begins at its first page. */
export const narrowed = (view: ListView, change: Partial<ListView>): ListView => ({ ...view, page: 1, ...change });
