/** The integrations API: reads by the plug-ins of websites, each as its installation. */
import { installationWith, UNCOUNTED } from '../http/access.ts';
import { route, type Route } from '../http/route.ts';
import { object } from '../http/schemas.ts';
import type { Serving } from '../public/served.ts';
import { installationItem } from './items.ts';
import { listingRoutes } from './listings.ts';
import { HEALTH, INSTALLATION, INTERFACE_VERSION } from './schemas.ts';

const health: Route = route('GET /integrations/v1/health', UNCOUNTED, {
  summary: 'Health of the integrations API',
  description: 'Answers as long as the process serves requests; includes the version of this interface.',
  responses: { 200: HEALTH },
  handle: () => Promise.resolve({ body: { status: 'ok', version: INTERFACE_VERSION } as const }),
});

const installation = route('GET /integrations/v1/installation', installationWith(null), {
  summary: 'The installation that the credential belongs to',
  description: 'Its state, the origins that browsers may call from, and the scopes that it was granted.',
  responses: { 200: object({ installation: INSTALLATION }) },
  handle: ({ installation: row }) =>
    Promise.resolve({ body: { installation: installationItem(row) }, revision: row.revision }),
});

export const integrationsRoutes = (serving: Serving): readonly Route[] => [
  health,
  installation,
  ...listingRoutes(serving),
];
