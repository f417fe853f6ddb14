/** Routes that publish each listener's contract, for programs and for people, with its title and the conventions of all its operations. */
import { REQUEST, SEARCH, TEXT } from '../../domain/limits.ts';
import { ANYONE } from '../http/access.ts';
import { formatBytes, formatCount } from '../http/amounts.ts';
import { isIntegrations } from '../http/error-body.ts';
import { HTML_PAGE } from '../http/page.ts';
import { route, type Route } from '../http/route.ts';
import type { Guide } from './audiences.ts';
import { docsAssets, guideRoutes, pageOf } from './docs.ts';
import { type Contract, openApiDocument } from './document.ts';

/** `url` is called on the first request, since a free port is known only once the listener listens. */
type Listed = Omit<Contract, 'url'> & { readonly url: () => string };

const JSON_TYPE = 'application/json; charset=utf-8';

/** Built on the first request, then cached. */
const contractRoute = (path: string, { url, ...contract }: Listed): Route => {
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
const contractRoutes = (contract: Listed, guides: readonly Guide[]): readonly Route[] => {
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

const LISTINGS =
  'Listings are paged: `page` counts from 1, `per_page` is 1 to 100, a page past the end is empty. Sorting is stable: ties ' +
  'are broken by id, and missing values come last in both directions. A parameter that is unknown, repeated or out of ' +
  'bounds is a 400 that names it.';
const WORDS =
  'What the dashboard calls a website is an `installation` here; its key is the credential (`coli_…`) that requests send as `X-API-Key`, the ' +
  'address to use it at is the base URL, and the addresses of the website are its `origins`.';
const CACHING = 'Every GET has an `ETag` and honours `If-None-Match`; HEAD is supported wherever GET is.';
const TIMES = 'Timestamps are Unix epoch milliseconds, UTC; publication dates have the precision that is known.';
const EXTENSIONS = 'Operations with `x-extension` are Colophon extensions: not part of the agreed interface.';
const PAGES = 'Clients that prefer `text/html`, such as browsers, get errors as pages; with `*/*` they get JSON.';
const errors = (without: string): string =>
  `Errors have \`error\`, a sentence, \`code\`, for programs (not ${without}), and \`details\`, which may be absent or null. ` +
  `A 503 has \`Retry-After\`. ${PAGES}`;

/** For read-only APIs. */
const LIMITS_OF_READS =
  `Limits: a longer address than ${formatBytes(REQUEST.urlBytes)} is a 414. A search (\`q\`) has at most ` +
  `${formatCount(SEARCH.characters)} characters and ${SEARCH.terms} different words. A 400 lists at most ${REQUEST.problems} problems.`;

const LIMITS =
  `${LIMITS_OF_READS} A body over ${formatBytes(REQUEST.bodyBytes)} is a 413; it may nest ${REQUEST.depth} levels of ` +
  `lists and objects. Unless the schema states another number, a list has at most ${formatCount(REQUEST.listItems)} items, a name ` +
  `${formatCount(TEXT.nameCharacters)} characters, a title ${formatCount(TEXT.titleCharacters)} and an abstract ` +
  `${formatCount(TEXT.abstractCharacters)}. Of a body over ${formatBytes(REQUEST.fullyCheckedBytes)}, a 400 lists only the first problem. ` +
  'A request beyond a limit changes nothing.';

const text = (...paragraphs: readonly string[]): string => paragraphs.join('\n\n');

const PUBLIC = {
  title: 'Colophon: public interface',
  version: '1.0.0',
  description: text(
    'Public publications, researchers and projects of institutes, and the operations of plug-ins and partners with a key.',
    WORDS,
    LISTINGS,
    LIMITS,
    CACHING,
    TIMES,
    errors('with a 500 outside `/integrations/v1`'),
    EXTENSIONS,
  ),
};

const INTEGRATIONS = {
  title: 'Colophon: integrations',
  version: '2026-04-22',
  description: text(
    'Read access for plug-ins of content management systems, with the credential of the installation.',
    WORDS,
    LISTINGS,
    LIMITS_OF_READS,
    CACHING,
    TIMES,
    'Errors have `error`, a sentence, `code`, for programs, and `details`, which may be null. A 503 has `Retry-After`.',
  ),
};

const DASHBOARD = {
  title: 'Colophon: dashboard',
  version: '1.0.0',
  description: text(
    'Read and write access for staff of a workspace.',
    "A request applies to the workspace in `X-Workspace-Id`, or to the user's only workspace. A write returns when the listings " +
      'of its records show it. If that takes too long, the write has still succeeded: the response has the header ' +
      '`X-Colophon-Pending`, and is a 202 with the id if it would contain the record; `GET /api/changes/pending` reports when ' +
      'listings show it. The timeline may follow some milliseconds later. Writes with a cookie instead of a bearer token must ' +
      'come from the dashboard itself.',
    LISTINGS + ' `per_page` may also be written `perPage`.',
    LIMITS,
    CACHING,
    TIMES,
    errors('with a 401 or 500'),
    EXTENSIONS,
  ),
};

/** The routes and their contract; the integrations API also has a separate one. */
export const withPublicContract = (routes: readonly Route[], url: () => string): readonly Route[] => {
  const integrations = routes.filter(({ path }) => isIntegrations(path));
  const own = { ...INTEGRATIONS, routes: integrations, url };
  return [
    ...routes,
    ...contractRoutes({ ...PUBLIC, routes, url }, ['cms-developer', 'partner']),
    ...(integrations.length === 0 ? [] : [contractRoute('/integrations/v1/openapi.json', own)]),
  ];
};

export const withDashboardContract = (routes: readonly Route[], url: () => string): readonly Route[] => [
  ...routes,
  ...contractRoutes({ ...DASHBOARD, routes, url }, ['dashboard', 'dashboard-api']),
];
