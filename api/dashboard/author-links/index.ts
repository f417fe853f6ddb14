/** Who wrote what: suggestions, links by hand, and repair. */
import type { Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { byHandRoutes } from './by-hand.ts';
import { repairRoutes } from './repair.ts';

export const authorLinkRoutes = (deps: DashboardDeps): readonly Route[] => [
  ...repairRoutes(deps),
  ...byHandRoutes(deps),
];
