/** One declared route on a router: who may, what was sent, what is answered, always in this order. */
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { Guard } from './access.ts';
import { bodyReader } from './body.ts';
import { withDeadline } from './envelope.ts';
import { matchesNone } from './etag.ts';
import { queryParser } from './query.ts';
import type { Rendered, Renderer } from './render.ts';
import type { Headers, Route } from './route.ts';

type RequestState = { readonly correlationId: string };

export type Mounting = {
  readonly guard: Guard;
  readonly render: Renderer;
  readonly requestTimeoutMs: number;
  /** How long and by whom answers to reads may be kept. */
  readonly cacheControl: string;
};

const setAll = (ctx: Context, headers: Headers): void => {
  for (const [name, value] of Object.entries(headers)) ctx.set(name, typeof value === 'string' ? value : [...value]);
};

const sendRead = (ctx: Context, { status, body, etag, type, headers }: Rendered, cacheControl: string): void => {
  ctx.set('ETag', etag);
  ctx.set('Cache-Control', cacheControl);
  setAll(ctx, headers);
  if (status === 200 && !matchesNone(ctx.get('If-None-Match') || undefined, etag)) {
    ctx.status = 304;
    return;
  }
  ctx.status = status;
  ctx.type = type;
  ctx.body = body;
};

const sendWritten = (ctx: Context, { status, body, type, headers }: Rendered): void => {
  ctx.set('Cache-Control', 'no-store');
  setAll(ctx, headers);
  ctx.status = status;
  ctx.type = type;
  ctx.body = body;
};

export const mount = (
  router: Router,
  route: Route,
  { guard, render, requestTimeoutMs, cacheControl }: Mounting,
): void => {
  const parseQuery = queryParser(route);
  const readBody = bodyReader(route);
  const isRead = route.method === 'GET';
  const answer = async (ctx: Context, signal: AbortSignal): Promise<void> => {
    const { correlationId } = ctx.state as RequestState;
    const granted = await guard(route.access, {
      method: ctx.method,
      headers: ctx.headers,
      correlationId,
      operation: `${route.method} ${route.path}`,
      address: ctx.ip,
    });
    const query = parseQuery(ctx.querystring);
    const body = await readBody(ctx);
    const rendered = await render(route, ctx.url, {
      params: ctx.params as Readonly<Record<string, string>>,
      rawPath: ctx.path,
      query,
      body,
      headers: ctx.headers,
      correlationId,
      signal,
      ...granted,
    });
    // Its time was up, or its client has gone: it has been answered already, or nobody listens.
    if (signal.aborted) return;
    if (isRead) sendRead(ctx, rendered, cacheControl);
    else sendWritten(ctx, rendered);
  };
  router.register(route.path, isRead ? ['GET', 'HEAD'] : [route.method], (ctx) =>
    withDeadline(ctx, route.timeoutMs ?? requestTimeoutMs, (signal) => answer(ctx, signal)),
  );
};
