/** What the list of people is asked for, as it stands in the address. */
import type { QueryOf } from '../../client/api.ts';
import { oneOf, optionalText, queryCodec, text, wholeNumber, type Values } from '../../client/query.ts';

export const SORTS = ['name', 'publication_count', 'updated_at'] as const;
const AFFILIATIONS = ['all', 'org', 'external', 'none'] as const;

const FIELDS = {
  q: text(),
  affiliation: oneOf(AFFILIATIONS, 'all'),
  archived: oneOf(['no', 'yes'], 'no'),
  entity_id: optionalText(),
  category_id: optionalText(),
  sort: oneOf(SORTS, 'name'),
  dir: oneOf(['asc', 'desc'], 'asc'),
  page: wholeNumber(1),
  per_page: wholeNumber(50, { max: 100 }),
};

export type PeopleView = Values<typeof FIELDS>;
export const peopleView = queryCodec(FIELDS);

export const requestOf = (view: PeopleView, locale: string): QueryOf<'GET /api/people'> => ({
  q: view.q,
  affiliation_status: view.affiliation === 'all' ? undefined : view.affiliation,
  archived: view.archived === 'yes' ? true : undefined,
  entity_id: view.entity_id ?? undefined,
  category_id: view.category_id ?? undefined,
  sort: view.sort,
  dir: view.dir,
  page: view.page,
  per_page: view.per_page,
  locale,
});

export const isNarrowed = ({
  q,
  affiliation,
  archived,
  entity_id: entity,
  category_id: category,
}: PeopleView): boolean =>
  q !== '' || affiliation !== 'all' || archived === 'yes' || entity !== null || category !== null;

/** Another question begins at its first page. */
export const narrowed = (view: PeopleView, change: Partial<PeopleView>): PeopleView => ({
  ...view,
  page: 1,
  ...change,
});

export const withoutFilters = ({ sort, dir, per_page }: PeopleView): PeopleView => ({
  ...peopleView.defaults,
  sort,
  dir,
  per_page,
});
