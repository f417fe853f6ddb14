/** A request names one host: with two, what stands in front may have believed the other one (RFC 9112 §3.2). */
import type { Middleware } from 'koa';
import { HttpFailure } from './errors.ts';

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
