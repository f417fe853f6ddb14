/** The state of the list of people in the address. */
import type { QueryOf } from '../../client/api.ts';
import { oneOf, optionalText } from '../../client/query.ts';
import { openListing } from '../../client/view.ts';

export const AFFILIATIONS = ['all', 'org', 'external', 'none'] as const;

export const people = openListing(
  {
    affiliation: oneOf(AFFILIATIONS, 'all'),
    archived: oneOf(['no', 'yes'], 'no'),
    entity_id: optionalText(),
    category_id: optionalText(),
  },
  {
    sort: oneOf(['name', 'publication_count', 'updated_at'], 'name'),
    dir: oneOf(['asc', 'desc'], 'asc'),
  },
);

type PeopleView = typeof people.defaults;

export type PeopleSort = PeopleView['sort'];

export const requestOf = (
  { affiliation, archived, ...view }: PeopleView,
  locale: string,
): QueryOf<'GET /api/people'> => ({
  ...view,
  affiliation_status: affiliation === 'all' ? null : affiliation,
  archived: archived === 'yes' ? true : null,
  locale,
});
