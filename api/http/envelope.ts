/** The middleware around every route: correlation ids, request log, error answers and deadlines. */
import type { Context, Middleware } from 'koa';
import type { RequestId } from '../../commands/caller.ts';
import type { Ids, Log } from '../../commands/ports.ts';
import { within } from '../../commands/within.ts';
import { REQUEST } from '../../domain/limits.ts';
import { formatBytes } from './amounts.ts';
import { answeredWithErrorPage, type ErrorPage } from './browser.ts';
import { errorBody } from './error-body.ts';
import { answerTo, HttpFailure } from './errors.ts';
import { setHeaders } from './headers.ts';
import { ownerOf } from './methods.ts';
import type { WatchRequest } from './ports.ts';

declare module 'koa' {
  interface DefaultState {
    requestId: RequestId;
    /** The request's id, until it is known who sent it. */
    correlationId: string;
  }
}

/** The client's id is returned if it is well-formed, so that both sides' logs can be joined. */
const CLIENT_ID = /^[\w.-]{8,64}$/;

export const correlation =
  (ids: Ids): Middleware =>
  async (ctx, next) => {
    const sent = ctx.get('X-Request-Id');
    const isSent = CLIENT_ID.test(sent);
    const id = isSent ? sent : ids.next();
    ctx.state.requestId = { id, isSent };
    ctx.state.correlationId = id;
    ctx.set('X-Request-Id', id);
    await next();
  };

const routeOf = (ctx: Context): string | null => {
  const { _matchedRoute: route } = ctx as { _matchedRoute?: unknown };
  return typeof route === 'string' ? route : null;
};

/** Logs one line per request, with the route's pattern, since the address may name a person. */
export const logged =
  (log: Log): Middleware =>
  async (ctx, next) => {
    const startedAt = performance.now();
    await next();
    const { method, status } = ctx;
    const { correlationId, requestId } = ctx.state;
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const sent = requestId.isSent ? { requestId: requestId.id } : {};
    log.info({ correlationId, ...sent, method, route: routeOf(ctx), status, ms }, 'answered');
  };

export const observed =
  (watch: WatchRequest): Middleware =>
  (ctx, next) =>
    watch({ method: ctx.method }, async () => {
      await next();
      return { route: routeOf(ctx), status: ctx.status, correlationId: ctx.state.correlationId };
    });

export const errorAnswers =
  (log: Log, page?: ErrorPage): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const answer = answerTo(error, ctx.state.correlationId, log);
      setHeaders(ctx, answer.headers);
      ctx.set('Cache-Control', 'no-store');
      ctx.remove('ETag');
      if (answeredWithErrorPage(ctx, page, answer)) return;
      ctx.status = answer.status;
      ctx.body = errorBody(ownerOf(ctx) ?? ctx.path, answer);
    }
  };

/** Throws a 414. */
export const limitUrlLength = (ctx: Context): void => {
  // Node decodes the request line as one character per byte.
  if (ctx.url.length > REQUEST.urlBytes)
    throw new HttpFailure(414, 'the address is too long', { accepted: `at most ${formatBytes(REQUEST.urlBytes)}` });
};

/** Rejects a request without a Host header, or with two: a proxy may have routed by the other one (RFC 9112 §3.2). */
export const singleHost: Middleware = (ctx, next) => {
  const names = ctx.req.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host');
  // HTTP/1.0 has no such header.
  const isMissing = names.length === 0 && ctx.req.httpVersion !== '1.0';
  if (isMissing || names.length > 1)
    throw new HttpFailure(
      400,
      isMissing ? 'the request does not name its host' : 'the request names its host more than once',
      { field: 'Host', accepted: 'one Host header' },
      { Connection: 'close' },
    );
  return next();
};

/** The status that proxies log when the client closes the request. */
const CLIENT_CLOSED_REQUEST = 499;

export type Deadline = {
  /** The request timed out and is already answered, or the client has disconnected. */
  readonly isOver: boolean;
  /** Aborted then. Only created if it is read: it costs more than the rest of a short request. */
  readonly signal: AbortSignal;
};

/** Runs the work for at most `timeoutMs`, or until the client disconnects. */
export const withDeadline = async (ctx: Context, timeoutMs: number, work: (deadline: Deadline) => Promise<void>) => {
  const aborter = new AbortController();
  let isOver = false;
  const abort = (): void => {
    isOver = true;
    aborter.abort();
  };
  const deadline: Deadline = {
    get isOver() {
      return isOver;
    },
    get signal() {
      return aborter.signal;
    },
  };
  const expired = (): never => {
    abort();
    throw new HttpFailure(503, 'the answer took too long', null, { 'Retry-After': '5' });
  };
  // The response's event: the request closes as soon as its body has been read.
  ctx.res.once('close', abort);
  try {
    await within(timeoutMs, work(deadline), expired);
  } catch (error) {
    const isAborted = isOver && error instanceof Error && error.name === 'AbortError';
    throw isAborted ? new HttpFailure(CLIENT_CLOSED_REQUEST, 'the client has disconnected') : error;
  } finally {
    ctx.res.off('close', abort);
  }
};
