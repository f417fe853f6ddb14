/** Which websites' scripts may read answers: everybody's, except where a key decides (decisions §5). */
import cors from '@koa/cors';
import type { Middleware } from 'koa';
import { isIntegrations } from './error-body.ts';

const EXPOSED = ['ETag', 'Link', 'X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy'];
const isForPlugIns = (path: string): boolean => isIntegrations(path) || /^\/v1\/people(?:\/|$)/u.test(path);

const A_DAY = 86_400;
const TEN_MINUTES = 600;

export const openToAll: Middleware = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD'],
  exposeHeaders: EXPOSED,
  maxAge: A_DAY,
});

/** What an answer to a plug-in in a browser says of who may read it. */
export const readableBy = (origin: string): Readonly<Record<string, string>> => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Expose-Headers': EXPOSED.join(', '),
});

/**
 * Open where anyone may ask. Where plug-ins ask, a preflight, which has no key, is answered for an origin that any
 * active installation is believed at; the answer itself is opened by the guard, which knows the key.
 */
export const byKeyOrOpen = (isBelieved: (origin: string) => Promise<boolean>): Middleware => {
  const keyed = cors({
    origin: async (ctx) => {
      const origin = ctx.get('Origin');
      return ctx.method === 'OPTIONS' && (await isBelieved(origin)) ? origin : '';
    },
    allowMethods: ['GET', 'HEAD'],
    allowHeaders: ['X-API-Key', 'If-None-Match', 'X-Request-Id'],
    maxAge: TEN_MINUTES,
  });
  return async (ctx, next) => {
    await (isForPlugIns(ctx.path) ? keyed(ctx, next) : openToAll(ctx, next));
  };
};
