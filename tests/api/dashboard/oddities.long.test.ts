/** Every parameter and property of the dashboard's operations, sent odd values one at a time. */
import type { Route } from '../../../api/http/route.ts';
import { sendAs, type Parts } from '../../support/asking.ts';
import { askOddly, oddBodies, oddPaths, oddQueries } from '../../support/oddities.ts';
import { staffed } from '../../support/staffed.ts';
import { suite } from '../../support/suite.ts';

const oddities = suite('an odd value', { timeoutMs: 240_000 });
const { dashboard, root } = await staffed(oddities);

const askAll = (partsOf: (route: Route) => readonly Parts[]): Promise<void> => {
  // A form is not JSON, and signing out would end the session.
  const routes = dashboard.routes.filter(({ form, path }) => form !== true && path !== '/auth/logout');
  return askOddly(sendAs(root), routes, partsOf);
};

oddities('in a query causes no server error', () => askAll(oddQueries));
oddities('in a path causes no server error', () => askAll(oddPaths));
oddities('in a body causes no server error', () => askAll(oddBodies));
