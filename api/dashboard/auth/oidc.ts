/** Sign-in with an OpenID Connect provider: the redirect and the callback. */
import type { IncomingHttpHeaders } from 'node:http';
import { SIGN_IN, TEXT } from '../../../domain/limits.ts';
import { userByIdentity } from '../../../commands/identity/identities.ts';
import { LIFETIME_MS, signIns } from '../../../commands/identity/one-time.ts';
import { Refused } from '../../../domain/errors.ts';
import { SIGNING_IN } from '../../http/access.ts';
import { HttpFailure } from '../../http/errors.ts';
import { HTML_PAGE, REDIRECT } from '../../http/page.ts';
import { route, type Route } from '../../http/route.ts';
import { textOf } from '../../http/schemas.ts';
import { cookiesIn, setCookie } from '../access/cookies.ts';
import type { DashboardDeps } from '../deps.ts';
import type { OpenIdProvider, SignInChecks } from '../ports.ts';
import { PAGE_HEADERS } from '../../pages/html.ts';
import { freshSession, LANDING } from './fresh-session.ts';
import { failedPage, type Reason } from './pages.ts';

/** Binds a sign-in to the browser that started it, so that a callback in another browser is rejected. */
const SIGN_IN_COOKIE = 'colophon_sign_in';

const NOT_KEPT = { 'Cache-Control': 'no-store' };

type Remembered = { readonly checks: SignInChecks; readonly returnTo: string };

const provider = ({ oidc }: DashboardDeps): OpenIdProvider => {
  if (oidc === null) throw new HttpFailure(404, 'OpenID Connect sign-in is not configured');
  return oidc;
};

const callbackUrl = (deps: DashboardDeps): string => `${deps.url}/auth/callback`;

const tryAgain = (deps: DashboardDeps, headers: IncomingHttpHeaders, reason: Reason) => ({
  status: 400,
  body: null,
  html: failedPage(headers, reason, '/auth/login'),
  headers: { ...PAGE_HEADERS, 'Set-Cookie': setCookie(deps.url, SIGN_IN_COOKIE, '', 0) },
});

const rememberedBy = async (deps: DashboardDeps, secrets: readonly string[]): Promise<Remembered | null> => {
  for (const secret of secrets) {
    const remembered = await signIns.redeem(deps, secret);
    if (remembered !== null) return remembered as Remembered;
  }
  return null;
};

export const oidcRoutes = (deps: DashboardDeps): readonly Route[] => [
  route('GET /auth/login', SIGNING_IN, {
    summary: 'Sign in with OpenID Connect',
    description: 'Redirects the browser to the provider, and to `return_to` after sign-in.',
    query: {
      return_to: {
        type: 'string',
        maxLength: TEXT.webAddressCharacters,
        pattern: '^/(?![/\\\\])[\\x21-\\x5b\\x5d-\\x7e]*$',
        description: 'A path on the dashboard.',
      },
    },
    responses: { 303: REDIRECT },
    errors: [404, 429],
    handle: async ({ query }) => {
      const { url, checks } = await provider(deps).begin(callbackUrl(deps));
      const secret = await signIns.issue(deps, { checks, returnTo: query.return_to ?? LANDING } satisfies Remembered);
      const cookie = setCookie(deps.url, SIGN_IN_COOKIE, secret, LIFETIME_MS / 1_000);
      return { status: 303, body: null, html: '', headers: { ...NOT_KEPT, Location: url, 'Set-Cookie': cookie } };
    },
  }),
  route('GET /auth/callback', SIGNING_IN, {
    summary: 'OpenID Connect callback',
    description:
      'The provider redirects the browser here. Starts a session for the authenticated user, only in the browser that started the sign-in.',
    query: {
      code: textOf(SIGN_IN.parameterCharacters, { description: 'The authorization code.' }),
      state: textOf(SIGN_IN.parameterCharacters, { description: 'The state that the sign-in started with.' }),
      error: textOf(SIGN_IN.parameterCharacters, { description: 'Why the provider rejected the sign-in.' }),
    },
    takesAnyQuery: true,
    responses: { 303: REDIRECT, 400: HTML_PAGE },
    errors: [400, 404, 429],
    handle: async ({ rawQuery, headers }) => {
      const oidc = provider(deps);
      const remembered = await rememberedBy(deps, cookiesIn(deps.url, headers.cookie, SIGN_IN_COOKIE));
      if (remembered === null) return tryAgain(deps, headers, 'notBegunHere');
      try {
        const identity = await oidc.finish(`${callbackUrl(deps)}?${rawQuery}`, remembered.checks);
        const { id: userId } = await userByIdentity(deps, identity);
        const session = await freshSession(deps, headers, { userId, source: 'oidc' });
        const cookies = [session, setCookie(deps.url, SIGN_IN_COOKIE, '', 0)];
        const moved = { ...NOT_KEPT, Location: remembered.returnTo, 'Set-Cookie': cookies };
        return { status: 303, body: null, html: '', headers: moved };
      } catch (error) {
        if (error instanceof Refused) return tryAgain(deps, headers, 'notConfirmed');
        throw error;
      }
    },
  }),
];
