/** What staff do with publications. */
import type { Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { batchRoutes } from './batches/index.ts';
import { detailRoute } from './detail.ts';
import { listRoute } from './list.ts';
import { patchRoute } from './patch.ts';
import { removeRoutes } from './remove.ts';
import { statsRoutes } from './stats.ts';

/** The named ones first: a DOI takes the rest of a path. */
export const publicationRoutes = (deps: DashboardDeps): readonly Route[] => [
  listRoute(deps),
  ...statsRoutes(deps),
  ...batchRoutes(deps),
  ...removeRoutes(deps),
  detailRoute(deps),
  patchRoute(deps),
];
