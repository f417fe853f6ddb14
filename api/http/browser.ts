/** HTML for browsers where programs get JSON: at addresses without a route, and in place of errors. */
import type { Context } from 'koa';
import type { ErrorAnswer } from './errors.ts';
import { setHeaders } from './headers.ts';
import type { Headers } from './route.ts';

type Page = { readonly html: string; readonly headers: Headers };

/** Null for an address without a page. */
export type BrowserPage = (path: string) => Promise<Page> | null;
export type ErrorPage = (answer: ErrorAnswer, correlationId: string) => Page;

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Clients that accept anything count as programs: browsers name HTML. */
const prefersPage = (ctx: Context): boolean => {
  ctx.vary('Accept');
  return ctx.accepts(['json', 'html']) === 'html';
};

const send = (ctx: Context, status: number, { html, headers }: Page): void => {
  setHeaders(ctx, headers);
  ctx.status = status;
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = html;
};

export const answeredWithPage = async (ctx: Context, page: BrowserPage | undefined): Promise<boolean> => {
  const found = page !== undefined && READS.has(ctx.method) ? page(ctx.path) : null;
  if (found === null || !prefersPage(ctx)) return false;
  send(ctx, 200, await found);
  return true;
};

export const answeredWithErrorPage = (ctx: Context, page: ErrorPage | undefined, answer: ErrorAnswer): boolean => {
  if (page === undefined || !prefersPage(ctx)) return false;
  send(ctx, answer.status, page(answer, ctx.state.correlationId));
  return true;
};
