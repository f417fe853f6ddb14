/** A listener's Koa application: the same envelope around every route. */
import type { IncomingMessage } from 'node:http';
import Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import compress from 'koa-compress';
import helmet from 'koa-helmet';
import proxyAddr from 'proxy-addr';
import type { Ids, Log } from '../../commands/ports.ts';
import type { Guard } from './access.ts';
import { correlation, failures, logged, watched } from './envelope.ts';
import { unanswered } from './methods.ts';
import { FOR_ONE, mount } from './mount.ts';
import type { WatchRequest } from './ports.ts';
import { cachingRenderer } from './render.ts';
import type { Route } from './route.ts';

export type AppOptions = {
  readonly log: Log;
  readonly ids: Ids;
  /** A request that takes longer is answered 503. */
  readonly requestTimeoutMs: number;
  /** Memory for rendered answers; 0 = none are kept. */
  readonly cacheBytes: number;
  readonly guard: Guard;
  /** Lets other websites' scripts read answers, which caches between may then keep; null: they are for who asked alone. */
  readonly crossOrigin: Middleware | null;
  /** Believes a proxy's word for where a request comes from; default: nobody's. */
  readonly trustsProxy?: (address: string, hop: number) => boolean;
  readonly watch?: WatchRequest | undefined;
};

/** Below this, compressing costs more than it saves on the wire. */
const COMPRESS_FROM_BYTES = 1024;

const FOR_ALL = 'public, max-age=0, must-revalidate';

export const createApp = (routes: readonly Route[], options: AppOptions): Koa => {
  const app = new Koa();
  const router = new Router();
  const render = cachingRenderer(options.cacheBytes);
  const { guard, crossOrigin, requestTimeoutMs, trustsProxy = () => false } = options;
  const addressOf = (request: IncomingMessage): string => proxyAddr(request, trustsProxy);
  const cacheControl = crossOrigin === null ? FOR_ONE : FOR_ALL;
  for (const route of routes) mount(router, route, { guard, render, requestTimeoutMs, cacheControl, addressOf });

  // What escapes every middleware is a fault of the connection, not of a request: the client has gone.
  app.on('error', (err: unknown) => options.log.debug({ err }, 'connection fault'));
  app.use(correlation(options.ids));
  app.use(logged(options.log));
  if (options.watch !== undefined) app.use(watched(options.watch));
  // Whether there is TLS in front is not known here; browsers that were told to insist on it would find none.
  app.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  if (crossOrigin !== null) app.use(crossOrigin);
  app.use(compress({ threshold: COMPRESS_FROM_BYTES, br: false }));
  app.use(failures(options.log));
  app.use(unanswered);
  app.use(router.routes());
  return app;
};
