/** The state of the list of projects in the address. */
import type { QueryOf } from '../../client/api.ts';
import { oneOf } from '../../client/query.ts';
import { openListing } from '../../client/view.ts';
import { CURRENCIES } from '../record/controls/money.tsx';
import { STATES } from '../record/state.tsx';

export const projects = openListing(
  {
    status: oneOf(STATES, 'active'),
    funding_currency: oneOf(['any', ...CURRENCIES], 'any'),
  },
  {
    sort: oneOf(['created_at', 'start_date', 'end_date', 'title'], 'created_at'),
    dir: oneOf(['asc', 'desc'], 'desc'),
  },
);

type ProjectsView = typeof projects.defaults;

export type ProjectsSort = ProjectsView['sort'];

export const requestOf = ({ funding_currency: currency, ...view }: ProjectsView): QueryOf<'GET /api/projects'> => ({
  ...view,
  funding_currency: currency === 'any' ? null : currency,
});
