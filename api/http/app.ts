/** A listener's Koa application: the same envelope around every route. */
import cors from '@koa/cors';
import Router from '@koa/router';
import Koa from 'koa';
import compress from 'koa-compress';
import helmet from 'koa-helmet';
import type { Ids, Log } from '../../commands/ports.ts';
import { correlation, deadline, failures, unanswered } from './envelope.ts';
import { matchesNone } from './etag.ts';
import { queryParser } from './query.ts';
import { cachingRenderer, type Renderer } from './render.ts';
import type { Route } from './route.ts';

type RequestState = { readonly correlationId: string; readonly signal: AbortSignal };

export type AppOptions = {
  readonly log: Log;
  readonly ids: Ids;
  /** A request that takes longer is answered 503. */
  readonly requestTimeoutMs: number;
  /** Memory for rendered answers; 0 = none are kept. */
  readonly cacheBytes: number;
};

/** Below this, compressing costs more than it saves on the wire. */
const COMPRESS_FROM_BYTES = 1024;

const mount = (router: Router, route: Route, render: Renderer): void => {
  const parse = queryParser(route.query);
  router.register(route.path, ['GET', 'HEAD'], async (ctx) => {
    const { correlationId, signal }: RequestState = ctx.state;
    const { status, body, etag } = await render(route, ctx.url, {
      params: ctx.params,
      rawPath: ctx.path,
      query: parse(ctx.querystring),
      headers: ctx.headers,
      correlationId,
      signal,
    });
    ctx.set('ETag', etag);
    ctx.set('Cache-Control', 'public, max-age=0, must-revalidate');
    if (!matchesNone(ctx.get('If-None-Match') || undefined, etag)) {
      ctx.status = 304;
      return;
    }
    ctx.status = status;
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = body;
  });
};

export const createApp = (routes: readonly Route[], options: AppOptions): Koa => {
  const app = new Koa();
  const router = new Router();
  const render = cachingRenderer(options.cacheBytes);
  for (const route of routes) mount(router, route, render);

  // What escapes every middleware is a fault of the connection, not of a request: the client has gone.
  app.on('error', (err: unknown) => options.log.debug({ err }, 'connection fault'));
  app.use(correlation(options.ids));
  app.use(helmet());
  app.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD'],
      exposeHeaders: ['ETag', 'Link', 'X-Request-Id', 'Retry-After'],
      maxAge: 86_400,
    }),
  );
  app.use(compress({ threshold: COMPRESS_FROM_BYTES, br: false }));
  app.use(failures(options.log));
  app.use(deadline(options.requestTimeoutMs));
  app.use(unanswered);
  app.use(router.allowedMethods());
  app.use(router.routes());
  return app;
};
