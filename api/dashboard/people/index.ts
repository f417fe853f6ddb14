/** The people of a workspace. */
import type { Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { readRoutes } from './read.ts';
import { writeRoutes } from './write.ts';

export const peopleRoutes = (deps: DashboardDeps): readonly Route[] => [...readRoutes(deps), ...writeRoutes(deps)];
