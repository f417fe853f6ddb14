/** Routes that publish a listener's contract, for programs and for people. */
import { ANYONE } from '../http/access.ts';
import { HTML_PAGE } from '../http/page.ts';
import { route, type Route } from '../http/route.ts';
import type { Guide } from './audiences.ts';
import { docsAssets } from './docs/assets.ts';
import { guideRoutes } from './docs/guides.ts';
import { pageOf } from './docs/page.ts';
import { openApiDocument, type Contract } from './document.ts';

/** `url` is called on the first request, since a free port is known only once the listener listens. */
export type Listed = Omit<Contract, 'url'> & { readonly url: () => string };

const JSON_TYPE = 'application/json; charset=utf-8';

/** Built on the first request, then cached. */
export const contractRoute = (path: string, { url, ...contract }: Listed): Route => {
  let content: Buffer | null = null;
  const made = (): Buffer => Buffer.from(JSON.stringify(openApiDocument({ ...contract, url: url() })));
  return route(`GET ${path}`, ANYONE, {
    summary: 'The contract',
    description: 'An OpenAPI 3.1 document, generated from the declarations that validate requests.',
    responses: { 200: { type: 'object', description: 'An OpenAPI 3.1 document.' } },
    handle: () => Promise.resolve({ body: null, file: { type: JSON_TYPE, content: (content ??= made()) } }),
  });
};

/** The contract at `/openapi.json`, its page at `/docs`, the page's files, and the guides: none of these is part of the contract. */
export const contractRoutes = (contract: Listed, guides: readonly Guide[]): readonly Route[] => {
  const assets = docsAssets();
  return [
    contractRoute('/openapi.json', contract),
    route('GET /docs', ANYONE, {
      summary: 'The contract as a page',
      description: 'Every operation, to read and try out.',
      responses: { 200: HTML_PAGE },
      handle: ({ rawPath }) =>
        Promise.resolve({ body: null, html: pageOf(contract.title, assets.path, rawPath.endsWith('/') ? '..' : '.') }),
    }),
    ...assets.routes,
    ...guideRoutes(guides),
  ];
};
