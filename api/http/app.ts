/** A listener's Koa application: the same envelope around every route. */
import type { IncomingMessage } from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import compress from 'koa-compress';
import helmet from 'koa-helmet';
import type { Ids, Log } from '../../commands/ports.ts';
import type { Guard } from './access.ts';
import type { BrowserPage, ErrorPage } from './browser.ts';
import type { CrossOrigin } from './cross-origin.ts';
import { correlation, failures, logged, oneHost, shortAddress, watched } from './envelope.ts';
import { mustNameRecord, unanswered } from './methods.ts';
import { FOR_ONE, mount } from './mount.ts';
import { clientOf } from './network.ts';
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
  readonly crossOrigin: CrossOrigin | null;
  /** Whether browsers are to insist on TLS for the names below this one too. Default: for this one alone. */
  readonly hstsIncludeSubDomains?: boolean;
  /** Believes a proxy's word for where a request comes from; default: no one's. */
  readonly trustsProxy?: (address: string, hop: number) => boolean;
  readonly watch?: WatchRequest | undefined;
  /** What browsers get at addresses that no route has. Default: the 404 that programs get. */
  readonly page?: BrowserPage;
  /** What browsers get in place of an error. Default: the JSON that programs get. */
  readonly errorPage?: ErrorPage;
};

/** Below this, compressing costs more than it saves on the wire. */
const COMPRESS_FROM_BYTES = 1024;

const FOR_ALL = 'public, max-age=0, must-revalidate';

export const createApp = (routes: readonly Route[], options: AppOptions): Koa => {
  const app = new Koa();
  const router = new Router();
  const render = cachingRenderer(options.cacheBytes);
  const { guard, crossOrigin, requestTimeoutMs, trustsProxy = () => false } = options;
  const { hstsIncludeSubDomains: includeSubDomains = false } = options;
  const addressOf = (request: IncomingMessage): string => clientOf(request, trustsProxy);
  const cacheControl = crossOrigin === null ? FOR_ONE : FOR_ALL;
  const mounting = { guard, render, requestTimeoutMs, cacheControl, crossOrigin, addressOf };
  for (const route of routes) mount(router, route, mounting);

  // What escapes every middleware is a fault of the connection, not of a request: the client has gone.
  app.on('error', (err: unknown) => options.log.debug({ err }, 'connection fault'));
  app.use(correlation(options.ids));
  app.use(logged(options.log));
  if (options.watch !== undefined) app.use(watched(options.watch));
  // Whether there is TLS in front is not known here; browsers that were told to insist on it would find none.
  const contentSecurityPolicy = { directives: { upgradeInsecureRequests: null } };
  app.use(helmet({ contentSecurityPolicy, strictTransportSecurity: { includeSubDomains } }));
  app.use(compress({ threshold: COMPRESS_FROM_BYTES, br: false }));
  app.use((ctx, next) => {
    // The compressor fails where a client accepts no encoding, not even none.
    if (ctx.acceptsEncodings('gzip', 'deflate', 'identity') === false) ctx.compress = false;
    return next();
  });
  app.use(failures(options.log, options.errorPage));
  app.use(shortAddress);
  app.use(oneHost);
  app.use(mustNameRecord(routes));
  app.use(unanswered(routes, crossOrigin, options.page));
  app.use(router.routes());
  return app;
};
