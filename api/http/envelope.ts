/** The middleware around every route: who asked, how long it may take, and what a failure looks like. */
import type { Context, Middleware } from 'koa';
import pTimeout from 'p-timeout';
import type { Ids, Log } from '../../commands/ports.ts';
import { REQUEST } from '../../domain/limits.ts';
import { inBytes } from './amounts.ts';
import { answeredWithErrorPage, type ErrorPage } from './browser.ts';
import { errorBody } from './error-body.ts';
import { answerTo, HttpFailure } from './errors.ts';
import { setHeaders } from './headers.ts';
import { ownerOf } from './methods.ts';
import type { WatchRequest } from './ports.ts';

declare module 'koa' {
  interface DefaultState {
    correlationId: string;
  }
}

/** An id that a caller sends is taken over if it looks like one, so that its logs and ours can be joined. */
const CALLERS_ID = /^[\w.-]{8,64}$/;

export const correlation =
  (ids: Ids): Middleware =>
  async (ctx, next) => {
    const sent = ctx.get('X-Request-Id');
    const correlationId = CALLERS_ID.test(sent) ? sent : ids.next();
    ctx.state.correlationId = correlationId;
    ctx.set('X-Request-Id', correlationId);
    await next();
  };

const routeOf = (ctx: Context): string | null => {
  const { _matchedRoute: route } = ctx as { _matchedRoute?: unknown };
  return typeof route === 'string' ? route : null;
};

/** One line a request: by the route's own address, since what stands in its place may name a person. */
export const logged =
  (log: Log): Middleware =>
  async (ctx, next) => {
    const began = performance.now();
    await next();
    const { method, status } = ctx;
    const { correlationId } = ctx.state;
    const ms = Math.round((performance.now() - began) * 10) / 10;
    log.info({ correlationId, method, route: routeOf(ctx), status, ms }, 'answered');
  };

export const watched =
  (watch: WatchRequest): Middleware =>
  (ctx, next) => {
    const { correlationId } = ctx.state;
    return watch({ method: ctx.method, correlationId }, async () => {
      await next();
      return { route: routeOf(ctx), status: ctx.status };
    });
  };

export const failures =
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

/** Throws 414 for an address that no client of these routes needs, before anything looks at it. */
export const shortAddress: Middleware = (ctx, next) => {
  // What Node reads of a request line is one character a byte.
  if (ctx.url.length > REQUEST.urlBytes)
    throw new HttpFailure(414, 'the address is too long', { accepted: `at most ${inBytes(REQUEST.urlBytes)}` });
  return next();
};

/** A request names one host: with two, what stands in front may have believed the other one (RFC 9112 §3.2). */
export const oneHost: Middleware = (ctx, next) => {
  const names = ctx.req.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host');
  if (names.length > 1)
    throw new HttpFailure(
      400,
      'the request names its host more than once',
      { field: 'Host', accepted: 'one Host header' },
      { Connection: 'close' },
    );
  return next();
};

/** The status that proxies log when a client disconnects first. */
const CLIENT_HAS_GONE = 499;

/** Runs the work for at most so long; its signal is aborted when the time is up or the client has gone. */
export const withDeadline = async (
  ctx: Context,
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const gone = new AbortController();
  const abort = (): void => gone.abort();
  const expired = (): never => {
    abort();
    throw new HttpFailure(503, 'the answer took too long', null, { 'Retry-After': '5' });
  };
  // Of the answer, not the request: that one closes as soon as its body has been read.
  ctx.res.once('close', abort);
  try {
    await pTimeout(work(gone.signal), { milliseconds: timeoutMs, fallback: expired });
  } catch (error) {
    const isGivenUp = gone.signal.aborted && error instanceof Error && error.name === 'AbortError';
    throw isGivenUp ? new HttpFailure(CLIENT_HAS_GONE, 'the client has gone') : error;
  } finally {
    ctx.res.off('close', abort);
  }
};
