/** The consumer API: reads and writes of partner systems, besides public reads. */
import type { Route } from '../http/route.ts';
import type { ConsumerDeps } from './deps.ts';
import { ingestRoute } from './ingest.ts';
import { membershipRoute } from './membership.ts';
import { peopleRoutes } from './people.ts';
import { projectRoutes } from './projects.ts';

export const consumerRoutes = (deps: ConsumerDeps): readonly Route[] => [
  ingestRoute(deps),
  membershipRoute(deps),
  ...peopleRoutes(deps),
  ...projectRoutes(deps),
];
