/** What a person with a browser gets at an address that no route has, where a program gets a 404. */
import type { Context } from 'koa';
import type { Headers } from './route.ts';

/** Null for an address that is none of a person's either. */
export type BrowserPage = (path: string) => { readonly html: string; readonly headers: Headers } | null;

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Whether it was answered. Who takes anything is taken for a program: a browser names HTML. */
export const answeredWithPage = (ctx: Context, page: BrowserPage | undefined): boolean => {
  const found = page !== undefined && READS.has(ctx.method) ? page(ctx.path) : null;
  if (found === null) return false;
  ctx.vary('Accept');
  if (ctx.accepts(['json', 'html']) !== 'html') return false;
  for (const [name, value] of Object.entries(found.headers)) ctx.set(name, [...[value].flat()]);
  ctx.status = 200;
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = found.html;
  return true;
};
