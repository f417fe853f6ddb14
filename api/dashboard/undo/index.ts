/** The way back from what happened. */
import type { Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { undoCauseRoute } from './cause.ts';
import { undoEventRoute } from './event.ts';
import { undoJobRoute } from './job.ts';

export const undoRoutes = (deps: DashboardDeps): readonly Route[] => [
  undoEventRoute(deps),
  undoCauseRoute(deps),
  undoJobRoute(deps),
];
