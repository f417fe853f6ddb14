/** Who changed what, when. */
import type { Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { cleanupRoute } from './cleanup.ts';
import { detailRoute } from './detail.ts';
import { historyRoutes } from './history.ts';
import { listRoute } from './list.ts';

export const activityRoutes = (deps: DashboardDeps): readonly Route[] => [
  listRoute(deps),
  cleanupRoute(deps),
  detailRoute(deps),
  ...historyRoutes(deps),
];
