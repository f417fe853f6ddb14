/** Mounts a declared route on a router: checks access, then the request, then sends the answer. */
import type { IncomingMessage } from 'node:http';
import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import type { Context } from 'koa';
import { GRANTS, type Granted, type Guard } from './access.ts';
import { bodyReader } from './body.ts';
import type { CrossOrigin } from './cross-origin.ts';
import { limitUrlLength, withDeadline, type Deadline } from './envelope.ts';
import { statusOf } from './errors.ts';
import { matchesNone } from './etag.ts';
import { sendEvents, wantsEvents } from './event-stream.ts';
import { setHeaders } from './headers.ts';
import { queryParser } from './query.ts';
import { mustOwnUrl } from './methods.ts';
import type { Rendered, Responder } from './respond.ts';
import type { Request, Route } from './route.ts';
import { streamed } from './streamed.ts';

export type Mounting = {
  readonly guard: Guard;
  readonly respond: Responder;
  readonly requestTimeoutMs: number;
  /** `Cache-Control` of reads that need no credential; others are private. */
  readonly cacheControl: string;
  /** Null: no cross-origin access. */
  readonly crossOrigin: CrossOrigin | null;
  readonly addressOf: (request: IncomingMessage) => string;
};

export const PRIVATE = 'private, no-cache';

const send = async (
  ctx: Context,
  { status, body, stream, etag, type, headers }: Rendered,
  /** `Cache-Control` of a read; null for a write. */
  caching: string | null,
): Promise<void> => {
  const isRead = caching !== null;
  ctx.set('Cache-Control', caching ?? 'no-store');
  if (isRead) ctx.set('ETag', etag);
  setHeaders(ctx, headers);
  if (isRead && status === 200 && !matchesNone(ctx.get('If-None-Match') || undefined, etag)) {
    ctx.status = 304;
    return;
  }
  ctx.status = status;
  ctx.type = type;
  ctx.body = stream === null ? body : await streamed(ctx, stream.open);
  if (stream?.bytes !== undefined) ctx.length = stream.bytes;
};

export const mount = (
  router: Router,
  route: Route,
  { guard, respond, requestTimeoutMs, cacheControl, crossOrigin, addressOf }: Mounting,
): void => {
  const parseQuery = queryParser(route);
  const readBody = bodyReader(route);
  const isRead = route.method === 'GET';
  const { access, follow } = route;
  const caching = !isRead ? null : access.kind === 'anyone' ? cacheControl : PRIVATE;

  const admit = async (ctx: RouterContext): Promise<Granted> => {
    const { method, headers, querystring: query } = ctx;
    const { requestId } = ctx.state;
    if (route.variant !== undefined) ctx.vary('Accept');
    const asked = { method, headers, requestId, path: route.path, query, address: addressOf(ctx.req) };
    const granted = await guard(access, asked);
    for (const name of GRANTS[access.kind])
      if (granted[name] === undefined) throw new Error(`${method} ${route.path} was reached without a ${name}`);
    ctx.state.correlationId = (granted.caller ?? granted.cause)?.correlationId ?? requestId.id;
    // Set now, so that errors carry them too.
    setHeaders(ctx, granted.answerHeaders ?? {});
    return granted;
  };

  const serve = async (ctx: RouterContext, granted: Granted, deadline: Deadline): Promise<void> => {
    limitUrlLength(ctx);
    const { params, path: rawPath, querystring: rawQuery, headers } = ctx;
    const query = parseQuery(rawQuery);
    const body = await readBody(ctx);
    const sent = { params, rawPath, rawQuery, query, body, headers };
    const request: Request = {
      ...sent,
      ...granted,
      get signal() {
        return deadline.signal;
      },
    };
    if (follow !== undefined && wantsEvents(ctx)) {
      sendEvents(ctx, (gone) => follow(request, gone));
      return;
    }
    const rendered = await respond(route, ctx.url, request);
    if (deadline.isOver) return;
    await send(ctx, rendered, caching);
  };

  const answer = async (ctx: RouterContext, deadline: Deadline): Promise<void> => {
    const granted = await admit(ctx);
    try {
      await serve(ctx, granted, deadline);
    } catch (error) {
      await granted.onAnswered?.(statusOf(error));
      throw error;
    }
    await granted.onAnswered?.(ctx.status);
  };

  const opened = crossOrigin?.(access);
  router.register(route.path, isRead ? ['GET', 'HEAD'] : [route.method], async (ctx) => {
    mustOwnUrl(ctx, route.path);
    const work = (): Promise<void> =>
      withDeadline(ctx, route.timeoutMs ?? requestTimeoutMs, (deadline) => answer(ctx, deadline));
    await (opened === undefined ? work() : opened(ctx, work));
  });
};
