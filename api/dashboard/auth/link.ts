/** Sign-in with a link issued by an operator or administrator. */
import { ID, SIGN_IN } from '../../../domain/limits.ts';
import { signInLinks } from '../../../commands/identity/one-time.ts';
import { redeemMemberLink } from '../../../commands/identity/member-links.ts';
import type { SignedInUser } from '../../../commands/identity/sessions.ts';
import { workspacesProjection } from '../../../projections/workspaces/index.ts';
import { SIGNING_IN } from '../../http/access.ts';
import { HTML_PAGE, REDIRECT } from '../../http/page.ts';
import { route, type Route } from '../../http/route.ts';
import { mustBeSameOrigin } from '../access/same-origin.ts';
import type { DashboardDeps } from '../deps.ts';
import { waitUntilVisible } from '../../http/visible.ts';
import { answeredBy } from '../../pages/html.ts';
import { freshSession, LANDING } from './fresh-session.ts';
import { failedPage, signInPage } from './pages.ts';

const TOKEN = { type: 'string', minLength: 1, maxLength: ID.key, description: 'The secret in the link.' } as const;

/** Null if the link no longer works. */
const userOfLink = async (deps: DashboardDeps, token: string, signal: AbortSignal): Promise<SignedInUser | null> => {
  const operators = await signInLinks.redeem(deps, token);
  if (operators !== null) return { ...operators, source: 'local' };
  const link = await redeemMemberLink(deps, token);
  if (link === null) return null;
  await waitUntilVisible(deps, [workspacesProjection], link, signal);
  return link.user;
};

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
    description: `Sent by the button of the page. Starts a cookie session; works once, within ten minutes of the link being made at the command line, or ${SIGN_IN.linkMs / 3_600_000} hours if an administrator made it (\`POST /api/members/{id}/sign-in-link\`), whose invitation it then accepts. Otherwise a page explains why it failed (403).`,
    form: true,
    body: { type: 'object', required: ['token'], additionalProperties: false, properties: { token: TOKEN } },
    responses: { 303: REDIRECT, 403: HTML_PAGE },
    errors: [403, 429],
    handle: async ({ body, headers, signal }) => {
      mustBeSameOrigin(headers, deps);
      const user = await userOfLink(deps, body.token, signal);
      if (user === null) return { status: 403, ...answeredBy(failedPage(headers, 'linkOver')) };
      const cookie = await freshSession(deps, headers, user);
      return { status: 303, body: null, html: '', headers: { Location: LANDING, 'Set-Cookie': cookie } };
    },
  }),
];
