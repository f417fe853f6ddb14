/** Which websites' scripts may read an answer: decided by the route that matched, so on its refusals too (decisions §5). */
import cors from '@koa/cors';
import type { Middleware } from 'koa';
import type { Access } from './access.ts';
import { TOTAL_AS_OF } from './listing.ts';

/** The middleware for a route of this access; null = no route matched. */
export type CrossOrigin = (access: Access | null) => Middleware;

const EXPOSED = ['ETag', 'Link', TOTAL_AS_OF, 'X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy'];

const A_DAY = 86_400;
const TEN_MINUTES = 600;

const open: Middleware = cors({ origin: '*', allowMethods: ['GET', 'HEAD'], exposeHeaders: EXPOSED, maxAge: A_DAY });

const closed: Middleware = (_ctx, next) => next();

/** What an answer to a plug-in in a browser says of who may read it. */
export const readableBy = (origin: string): Readonly<Record<string, string>> => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Expose-Headers': EXPOSED.join(', '),
});

/**
 * Open where anyone may ask, closed where a partner's key decides, which belongs on a server. Where plug-ins ask, a preflight,
 * which has no key, is answered for an origin that any active installation is believed at; the answer itself is opened by the
 * guard, which knows the key.
 */
export const byKeyOrOpen = (isBelieved: (origin: string) => Promise<boolean>): CrossOrigin => {
  const keyed = cors({
    origin: async (ctx) => {
      const origin = ctx.get('Origin');
      return ctx.method === 'OPTIONS' && (await isBelieved(origin)) ? origin : '';
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
