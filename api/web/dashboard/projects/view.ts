/** The state of the list of projects in the address. */
import { oneOf, optionalOneOf } from '../../client/query.ts';
import { openListing } from '../../client/view.ts';
import { CURRENCIES } from '../record/controls/money.tsx';
import { STATES } from '../record/state.tsx';

export const projects = openListing(
  {
    status: oneOf(STATES, 'active'),
    funding_currency: optionalOneOf(CURRENCIES),
  },
  {
    sort: oneOf(['created_at', 'start_date', 'end_date', 'title'], 'created_at'),
    dir: oneOf(['asc', 'desc'], 'desc'),
  },
);

export type ProjectsSort = (typeof projects.defaults)['sort'];
