/** Whether this process answers. */
import { WATCHED } from '../http/access.ts';
import type { Route } from '../http/route.ts';
import { HEALTH } from './schemas.ts';

export const health: Route = {
  method: 'GET',
  path: '/health',
  access: WATCHED,
  summary: 'Health',
  description: 'Answers as long as the process serves requests.',
  query: {},
  responses: { 200: HEALTH },
  errors: [],
  handle: () => Promise.resolve({ body: { status: 'ok' } }),
};
