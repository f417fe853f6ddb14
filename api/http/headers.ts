/** Sets the headers of an answer. */
import type { Context } from 'koa';
import type { Headers } from './route.ts';

/** Adds to `Vary`, which compression sets too; replaces other headers. */
export const setHeaders = (ctx: Context, headers: Headers): void => {
  for (const [name, value] of Object.entries(headers))
    if (name === 'Vary') ctx.vary(String(value));
    else ctx.set(name, typeof value === 'string' ? value : [...value]);
};
