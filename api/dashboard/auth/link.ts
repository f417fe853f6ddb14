/** Sign-in with a link issued by an operator or administrator. */
import { ID } from '../../../domain/limits.ts';
import { signInLinks } from '../../../commands/identity/one-time.ts';
import { SIGNING_IN } from '../../http/access.ts';
import { HTML_PAGE, REDIRECT } from '../../http/page.ts';
import { route, type Route } from '../../http/route.ts';
import { mustBeSameOrigin } from '../access/same-origin.ts';
import type { DashboardDeps } from '../deps.ts';
import { answeredBy } from '../../pages/html.ts';
import { freshSession, LANDING } from './fresh-session.ts';
import { failedPage, signInPage } from './pages.ts';

const TOKEN = { type: 'string', minLength: 1, maxLength: ID.key, description: 'The secret in the link.' } as const;

export const linkRoutes = (deps: DashboardDeps): readonly Route[] => [
  route('GET /auth/link', SIGNING_IN, {
    summary: 'Open a sign-in link',
    description: 'A page with a button. Only pressing it uses up the link, so mail scanners do not.',
    query: { token: TOKEN },
    responses: { 200: HTML_PAGE },
    errors: [429],
    handle: ({ query, headers }) => Promise.resolve(answeredBy(signInPage(headers, query.token ?? ''))),
  }),
  route('POST /auth/link', SIGNING_IN, {
    summary: 'Sign in with a link',
    description:
      'Sent by the button of the page. Starts a cookie session; works once, within ten minutes of the link being created. Otherwise a page explains why it failed (403).',
    form: true,
    body: { type: 'object', required: ['token'], additionalProperties: false, properties: { token: TOKEN } },
    responses: { 303: REDIRECT, 403: HTML_PAGE },
    errors: [403, 429],
    handle: async ({ body, headers }) => {
      mustBeSameOrigin(headers, deps);
      const link = await signInLinks.redeem(deps, body.token);
      if (link === null) return { status: 403, ...answeredBy(failedPage(headers, 'linkOver')) };
      const cookie = await freshSession(deps, headers, { ...link, source: 'local' });
      return { status: 303, body: null, html: '', headers: { Location: LANDING, 'Set-Cookie': cookie } };
    },
  }),
];
