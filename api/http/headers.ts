/** The headers of an answer. */
import type { Context } from 'koa';
import type { Headers } from './route.ts';

/** What it varies by comes on top of what is there: that it may be compressed, for one. */
export const setHeaders = (ctx: Context, headers: Headers): void => {
  for (const [name, value] of Object.entries(headers))
    if (name === 'Vary') ctx.vary(String(value));
    else ctx.set(name, typeof value === 'string' ? value : [...value]);
};
