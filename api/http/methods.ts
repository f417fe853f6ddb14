/** Which methods an address accepts. The first declared route that matches a URL owns it, so that no fixed name is taken for a DOI. */
import type { Context, Middleware } from 'koa';
import { Refused } from '../../domain/errors.ts';
import { shortened } from '../../domain/shortened.ts';
import { isOfUser } from './access.ts';
import { answeredWithPage, type BrowserPage } from './browser.ts';
import type { CrossOrigin } from './cross-origin.ts';
import { HttpFailure } from './errors.ts';
import type { Route } from './route.ts';

type Matching = {
  readonly matched?: readonly { readonly path: string | RegExp; readonly methods: readonly string[] }[];
};

const matchesOf = (ctx: Context): NonNullable<Matching['matched']> => (ctx as Matching).matched ?? [];

/** The declared path of the route that owns the URL; null if none matches, or before routing. */
export const ownerOf = (ctx: Context): string | null => {
  const path = matchesOf(ctx)[0]?.path;
  return typeof path === 'string' ? path : null;
};

const allowOf = (ctx: Context): string => {
  const owned = matchesOf(ctx).filter(({ path }) => path === ownerOf(ctx));
  return [...new Set(owned.flatMap(({ methods }) => methods))].sort().join(', ');
};

/** Throws a 405, with `Allow`, if another route owns the URL. */
export const mustOwnUrl = (ctx: Context, path: string): void => {
  if ((ownerOf(ctx) ?? path) !== path) throw wrongMethod(ctx);
};

const wrongMethod = (ctx: Context): HttpFailure =>
  new HttpFailure(405, 'this address does not accept that method', { accepted: allowOf(ctx) }, { Allow: allowOf(ctx) });

const answer = async (ctx: Context, page: BrowserPage | undefined): Promise<void> => {
  if (matchesOf(ctx).length === 0) {
    if (await answeredWithPage(ctx, page)) return;
    throw new HttpFailure(404, 'no such address', { path: shortened(ctx.path) });
  }
  if (ctx.method !== 'OPTIONS') throw wrongMethod(ctx);
  ctx.set('Allow', allowOf(ctx));
  ctx.status = 200;
  ctx.body = '';
};

const OF_A_RECORD = /^(?<listing>.+)\/[:*](?<parameter>\w+)$/u;

/** Keeps the address of a record without its id from matching the listing: throws a 400 on the dashboard, else leaves it unmatched. */
export const mustHaveRecordId = (routes: readonly Route[]): Middleware => {
  const records = new Map<string, Pick<Route, 'access'> & { readonly parameter: string }>(
    routes.flatMap(({ path, access }) => {
      const { listing, parameter } = OF_A_RECORD.exec(path)?.groups ?? {};
      return listing === undefined || parameter === undefined ? [] : [[`${listing}/`, { parameter, access }] as const];
    }),
  );
  return (ctx, next) => {
    const record = records.get(ctx.path.toLowerCase());
    if (record === undefined) return next();
    const { parameter, access } = record;
    // The agreed interface of the other APIs has no 400 for a record.
    if (!isOfUser(access)) return Promise.resolve();
    throw new Refused('invalid', 'missing_id', `${parameter} is missing`, {
      errors: [{ parameter, message: 'is required' }],
    });
  };
};

/** Answers requests that no route handled: OPTIONS, a 405 for a known address, else a 404. */
export const answerUnmatched = (
  routes: readonly Route[],
  crossOrigin: CrossOrigin | null,
  page?: BrowserPage,
): Middleware => {
  const accesses = new Map([...routes].reverse().map(({ path, access }) => [path, access]));
  return async (ctx, next) => {
    await next();
    if (ctx.status !== 404 || (ctx.body !== undefined && ctx.body !== null)) return;
    const access = accesses.get(ownerOf(ctx) ?? '') ?? null;
    if (crossOrigin === null) await answer(ctx, page);
    else await crossOrigin(access)(ctx, () => answer(ctx, page));
  };
};
