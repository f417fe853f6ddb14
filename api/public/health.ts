/** Whether this process answers. */
import { WATCHED } from '../http/access.ts';
import { route, type Route } from '../http/route.ts';
import { HEALTH } from './schemas.ts';

export const health: Route = route('GET /health', WATCHED, {
  summary: 'Health',
  description: 'Answers as long as the process serves requests.',
  responses: { 200: HEALTH },
  handle: () => Promise.resolve({ body: { status: 'ok' } as const }),
});
