/** CORS: decided by the matched route, so that it applies to its errors too. */
import cors from '@koa/cors';
import type { Middleware } from 'koa';
import type { Access } from './access.ts';
import { TOTAL_AS_OF } from './listing.ts';
import { WARNING } from './unknown-type.ts';

/** The middleware for a route of this access; null = no route matched. */
export type CrossOrigin = (access: Access | null) => Middleware;

const EXPOSED = ['ETag', 'Link', TOTAL_AS_OF, WARNING, 'X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy'];

const A_DAY = 86_400;
const TEN_MINUTES = 600;

const open: Middleware = cors({ origin: '*', allowMethods: ['GET', 'HEAD'], exposeHeaders: EXPOSED, maxAge: A_DAY });

const closed: Middleware = (_ctx, next) => next();

export const corsHeaders = (origin: string): Readonly<Record<string, string>> => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Expose-Headers': EXPOSED.join(', '),
});

/**
 * Open on routes without a credential, closed on routes for partners' keys, which belong on servers. On plug-in routes, a preflight,
 * which has no key, succeeds for a trusted origin of any active installation; the guard sets the headers of the answer.
 */
export const publicCrossOrigin = (isTrusted: (origin: string) => Promise<boolean>): CrossOrigin => {
  const keyed = cors({
    origin: async (ctx) => {
      const origin = ctx.get('Origin');
      return ctx.method === 'OPTIONS' && (await isTrusted(origin)) ? origin : '';
    },
    allowMethods: ['GET', 'HEAD'],
    allowHeaders: ['X-API-Key', 'If-None-Match', 'X-Request-Id'],
    maxAge: TEN_MINUTES,
  });
  return (access) => {
    if (access === null || access.kind === 'anyone') return open;
    return access.kind === 'installation' ? keyed : closed;
  };
};
