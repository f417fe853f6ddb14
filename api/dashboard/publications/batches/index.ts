/** One action on many publications, looked at first. */
import type { Route } from '../../../http/route.ts';
import type { DashboardDeps } from '../../deps.ts';
import { batchRoute } from './batch.ts';
import { batchJobRoute } from './job.ts';

export const batchRoutes = (deps: DashboardDeps): readonly Route[] => [batchRoute(deps), batchJobRoute(deps)];
