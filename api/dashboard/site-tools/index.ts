/** The tools of those who look after a workspace. */
import type { Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { apiKeyUsesRoute } from './api-key-uses.ts';
import { clearStuckJobsRoute } from './clear-stuck-jobs.ts';
import { resetDataRoute } from './reset-data.ts';

export const siteToolRoutes = (deps: DashboardDeps): readonly Route[] => [
  ...apiKeyRoutes(deps),
  apiKeyUsesRoute(deps),
  clearStuckJobsRoute(deps),
  resetDataRoute(deps),
];
