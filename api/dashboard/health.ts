/** Whether this process serves the dashboard. */
import { ANYONE } from '../http/access.ts';
import { route, type Route } from '../http/route.ts';
import { object } from '../http/schemas.ts';

export const health: Route = route('GET /health', ANYONE, {
  summary: 'Health',
  description: 'Answers as long as the process serves requests.',
  responses: { 200: object({ service: { const: 'dashboard-api' }, status: { const: 'ok' } }) },
  handle: () => Promise.resolve({ body: { service: 'dashboard-api', status: 'ok' } as const }),
});
