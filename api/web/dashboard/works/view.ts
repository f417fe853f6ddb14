/** The state of the list of works in the address. */
import { NUMBER } from '../../../../domain/limits.ts';
import { oneOf, optionalNumber, optionalText } from '../../client/query.ts';
import { openListing } from '../../client/view.ts';
import { STATES } from '../record/state.tsx';

export const works = openListing(
  {
    status: oneOf(STATES, 'active'),
    work_type: optionalText(),
    publication_year: optionalNumber({ min: -NUMBER.year, max: NUMBER.year }),
    orcid_id: optionalText(),
  },
  {
    sort: oneOf(['created_at', 'publication_date', 'publication_year', 'title'], 'created_at'),
    dir: oneOf(['asc', 'desc'], 'desc'),
  },
);

export type WorksSort = (typeof works.defaults)['sort'];
