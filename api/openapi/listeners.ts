/** What each listener's contract is called, and the conventions that hold on all of its addresses. */
import { REQUEST, SEARCH, TEXT } from '../../domain/limits.ts';
import { formatBytes, formatCount } from '../http/amounts.ts';
import type { Route } from '../http/route.ts';
import { isIntegrations } from '../http/error-body.ts';
import { contractRoute, contractRoutes } from './routes.ts';

const LISTINGS =
  'Listings are paged: `page` counts from 1, `per_page` is 1 to 100, a page past the end is empty. Sorting is stable: ties ' +
  'are broken by id, and missing values come last in both directions. A parameter that is unknown, repeated or out of ' +
  'bounds is a 400 that names it.';
const CACHING = 'Every GET has an `ETag` and honours `If-None-Match`; HEAD is answered wherever GET is.';
const TIMES = 'Timestamps are Unix epoch milliseconds, UTC; dates of publications are as precise as they are known.';
const EXTENSIONS = 'Operations with `x-extension` are not in the interface documents.';
const PAGES = 'Who prefers `text/html`, as browsers do, gets errors as pages; `*/*` gets JSON.';
const ERRORS = `A refusal has \`error\`, in words, and \`details\`. A 503 says in \`Retry-After\` when to ask again. ${PAGES}`;

/** Of an interface that is only read. */
const LIMITS_OF_READS =
  `Limits: an address has at most ${formatBytes(REQUEST.urlBytes)}, else the answer is a 414. A search (\`q\`) has at most ` +
  `${formatCount(SEARCH.characters)} characters and ${SEARCH.terms} different words. A 400 names at most ${REQUEST.problems} problems.`;

const LIMITS =
  `${LIMITS_OF_READS} A body has at most ${formatBytes(REQUEST.bodyBytes)}, else the answer is a 413, and ${REQUEST.depth} levels of ` +
  `lists and objects. Unless the schema states another number, a list has at most ${formatCount(REQUEST.listItems)} items, a name ` +
  `${formatCount(TEXT.nameCharacters)} characters, a title ${formatCount(TEXT.titleCharacters)} and an abstract ` +
  `${formatCount(TEXT.abstractCharacters)}. What is beyond a limit changes nothing.`;

const text = (...paragraphs: readonly string[]): string => paragraphs.join('\n\n');

const PUBLIC = {
  title: 'Colophon: public interface',
  version: '1.0.0',
  description: text(
    'The publications, researchers and projects that institutes show to everybody, and what plug-ins and partners may do with a key.',
    LISTINGS,
    LIMITS,
    CACHING,
    TIMES,
    ERRORS,
    EXTENSIONS,
  ),
};

const INTEGRATIONS = {
  title: 'Colophon: integrations',
  version: '2026-04-22',
  description: text(
    'What the plug-in of a content management system reads, with the credential of its installation.',
    LISTINGS,
    LIMITS_OF_READS,
    CACHING,
    TIMES,
    'A refusal has `error`, in words, and `code`, for programs. A 503 says in `Retry-After` when to ask again.',
  ),
};

const DASHBOARD = {
  title: 'Colophon: dashboard',
  version: '1.0.0',
  description: text(
    'What staff see and change in a workspace.',
    'A request works in the workspace of `X-Workspace-Id`, or in the only one that the user belongs to. A write answers when the ' +
      'listings show it. Where that takes too long, `X-Colophon-Pending` says so: the write has succeeded, and what cannot be ' +
      'shown yet is answered with 202 and its id; `GET /api/changes/pending` says when it is shown. Writes that carry a cookie rather than a ' +
      'bearer token must come from the dashboard itself.',
    LISTINGS + ' The size of a page may also be called `perPage`.',
    LIMITS,
    CACHING,
    TIMES,
    ERRORS,
    EXTENSIONS,
  ),
};

type Address = () => string;

/** The routes, and the contract of them all; the integrations surface, if it is among them, has one of its own besides. */
export const withPublicContract = (routes: readonly Route[], url: Address): readonly Route[] => {
  const integrations = routes.filter(({ path }) => isIntegrations(path));
  const own = { ...INTEGRATIONS, routes: integrations, url };
  return [
    ...routes,
    ...contractRoutes({ ...PUBLIC, routes, url }, ['cms-developer', 'partner']),
    ...(integrations.length === 0 ? [] : [contractRoute('/integrations/v1/openapi.json', own)]),
  ];
};

export const withDashboardContract = (routes: readonly Route[], url: Address): readonly Route[] => [
  ...routes,
  ...contractRoutes({ ...DASHBOARD, routes, url }, ['dashboard', 'dashboard-api']),
];
