/** What a person with a browser gets where a program gets JSON: at an address that no route has, and in place of an error. */
import type { Context } from 'koa';
import type { ErrorAnswer } from './errors.ts';
import { setHeaders } from './headers.ts';
import type { Headers } from './route.ts';

type Page = { readonly html: string; readonly headers: Headers };

/** Null for an address that is none of a person's either. */
export type BrowserPage = (path: string) => Page | null;
export type ErrorPage = (answer: ErrorAnswer, correlationId: string) => Page;

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Who takes anything is taken for a program: a browser names HTML. */
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

/** Whether it was answered. */
export const answeredWithPage = (ctx: Context, page: BrowserPage | undefined): boolean => {
  const found = page !== undefined && READS.has(ctx.method) ? page(ctx.path) : null;
  if (found === null || !prefersPage(ctx)) return false;
  send(ctx, 200, found);
  return true;
};

/** Whether the error was answered as a page. */
export const answeredWithErrorPage = (ctx: Context, page: ErrorPage | undefined, answer: ErrorAnswer): boolean => {
  if (page === undefined || !prefersPage(ctx)) return false;
  send(ctx, answer.status, page(answer, ctx.state.correlationId));
  return true;
};
