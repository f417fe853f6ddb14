/** The Koa application of a listener: the same middleware around every route. */
import type { IncomingMessage } from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import compress from 'koa-compress';
import helmet from 'koa-helmet';
import type { Ids, Log } from '../../commands/ports.ts';
import type { Guard } from './access.ts';
import type { BrowserPage, ErrorPage } from './browser.ts';
import type { CrossOrigin } from './cross-origin.ts';
import { correlation, errorAnswers, logged, observed, singleHost } from './envelope.ts';
import { answerUnmatched, mustHaveRecordId } from './methods.ts';
import { mount, PRIVATE } from './mount.ts';
import { clientOf } from './network.ts';
import type { WatchRequest } from './ports.ts';
import { cachingResponder } from './respond.ts';
import type { Route } from './route.ts';

export type AppOptions = {
  readonly log: Log;
  readonly ids: Ids;
  /** Requests that take longer get a 503. */
  readonly requestTimeoutMs: number;
  /** Memory for cached answers; 0 disables the cache. */
  readonly cacheBytes: number;
  readonly guard: Guard;
  /** Lets other websites' scripts read answers, which shared caches may then store; null: answers are private. */
  readonly crossOrigin: CrossOrigin | null;
  readonly hstsIncludeSubDomains?: boolean;
  /** Whether to trust a proxy's `X-Forwarded-For`; default: none. */
  readonly trustsProxy?: (address: string, hop: number) => boolean;
  readonly watch?: WatchRequest | undefined;
  /** The page for browsers at addresses without a route. Default: the JSON 404. */
  readonly page?: BrowserPage;
  /** The page for browsers in place of an error. Default: the JSON error. */
  readonly errorPage?: ErrorPage;
};

/** Below this size, compression costs more than it saves. */
const COMPRESS_FROM_BYTES = 1024;

const PUBLIC = 'public, max-age=0, must-revalidate';

export const createApp = (routes: readonly Route[], options: AppOptions): Koa => {
  const app = new Koa();
  const router = new Router();
  const respond = cachingResponder(options.cacheBytes);
  const { guard, crossOrigin, requestTimeoutMs, trustsProxy = () => false } = options;
  const { hstsIncludeSubDomains: includeSubDomains = false } = options;
  const addressOf = (request: IncomingMessage): string => clientOf(request, trustsProxy);
  const cacheControl = crossOrigin === null ? PRIVATE : PUBLIC;
  const mounting = { guard, respond, requestTimeoutMs, cacheControl, crossOrigin, addressOf };
  for (const route of routes) mount(router, route, mounting);

  // Errors that escape every middleware are connection faults: the client has disconnected.
  app.on('error', (err: unknown) => options.log.debug({ err }, 'connection fault'));
  app.use(correlation(options.ids));
  app.use(logged(options.log));
  if (options.watch !== undefined) app.use(observed(options.watch));
  // There may be no TLS in front, so browsers must not upgrade requests to it.
  const contentSecurityPolicy = { directives: { upgradeInsecureRequests: null } };
  app.use(helmet({ contentSecurityPolicy, strictTransportSecurity: { includeSubDomains } }));
  app.use(compress({ threshold: COMPRESS_FROM_BYTES, br: false }));
  app.use((ctx, next) => {
    // The compressor fails if a client rejects every encoding, even `identity`.
    if (ctx.acceptsEncodings('gzip', 'deflate', 'identity') === false) ctx.compress = false;
    return next();
  });
  app.use(errorAnswers(options.log, options.errorPage));
  app.use(singleHost);
  app.use(answerUnmatched(routes, crossOrigin, options.page));
  app.use(mustHaveRecordId(routes));
  app.use(router.routes());
  return app;
};
