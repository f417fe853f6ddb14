/** People: who is registered in the workspace, what is said of them, where they belong. */
import type { Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { affiliationRoute } from './affiliation.ts';
import { profileRoutes } from './profile.ts';
import { readRoutes } from './read.ts';
import { registrationRoutes } from './registration.ts';

export const peopleRoutes = (deps: DashboardDeps): readonly Route[] => [
  ...readRoutes(deps),
  ...registrationRoutes(deps),
  ...profileRoutes(deps),
  affiliationRoute(deps),
];
