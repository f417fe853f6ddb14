/** Which methods an address takes. Of several routes that fit a URL the first declared owns it, so that no name is taken for a DOI. */
import type { Context, Middleware } from 'koa';
import { HttpFailure } from './errors.ts';

type Fitting = {
  readonly matched?: readonly { readonly path: string | RegExp; readonly methods: readonly string[] }[];
};

const fitting = (ctx: Context): NonNullable<Fitting['matched']> => (ctx as Fitting).matched ?? [];

const allowOf = (ctx: Context): string => {
  const [owner] = fitting(ctx);
  const own = fitting(ctx).filter(({ path }) => path === owner?.path);
  return [...new Set(own.flatMap(({ methods }) => methods))].sort().join(', ');
};

/** Throws a 405, with `Allow`, if the URL is that of another route. */
export const mustOwn = (ctx: Context, path: string): void => {
  const [owner] = fitting(ctx);
  if (owner !== undefined && owner.path !== path) throw wrongMethod(ctx);
};

const wrongMethod = (ctx: Context): HttpFailure =>
  new HttpFailure(405, 'this address does not take that method', { accepted: allowOf(ctx) }, { Allow: allowOf(ctx) });

/** What no route has answered: OPTIONS, another method where the address is known, else no address. */
export const unanswered: Middleware = async (ctx, next) => {
  await next();
  if (ctx.status !== 404 || (ctx.body !== undefined && ctx.body !== null)) return;
  if (fitting(ctx).length === 0) throw new HttpFailure(404, 'no such address', { path: ctx.path });
  if (ctx.method !== 'OPTIONS') throw wrongMethod(ctx);
  ctx.set('Allow', allowOf(ctx));
  ctx.status = 200;
  ctx.body = '';
};
