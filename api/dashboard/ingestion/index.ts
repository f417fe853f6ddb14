/** What staff bring into the catalogue, and how far that has come. */
import type { Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { importDoiRoute } from './import-doi.ts';
import { jobsRoute } from './jobs.ts';
import { matchingRoute } from './matching.ts';
import { queueRoutes } from './queue.ts';
import { stuckRoutes } from './stuck.ts';

export const ingestionRoutes = (deps: DashboardDeps): readonly Route[] => [
  ...queueRoutes(deps),
  jobsRoute(deps),
  ...stuckRoutes(deps),
  matchingRoute(deps),
  importDoiRoute(deps),
];
