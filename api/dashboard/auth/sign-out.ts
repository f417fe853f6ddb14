/** Sign-out: ends the session on every process at once. */
import { endSession } from '../../../commands/identity/sessions.ts';
import { ANYONE } from '../../http/access.ts';
import { route, type Route } from '../../http/route.ts';
import { SESSION_COOKIE, setCookie } from '../access/cookies.ts';
import { sessionTokensIn } from '../access/identify.ts';
import { mustBeSameOrigin } from '../access/same-origin.ts';
import type { DashboardDeps } from '../deps.ts';
import { BOOLEAN, object, orNull } from '../../http/schemas.ts';

export const signOutRoutes = (deps: DashboardDeps): readonly Route[] => [
  route('POST /auth/logout', ANYONE, {
    summary: 'Sign out',
    description:
      "Ends the session. Redirect the browser to `sign_out_url`, if not null, to end the sign-in provider's session too.",
    responses: { 200: object({ success: BOOLEAN, sign_out_url: orNull('string') }) },
    errors: [401, 403],
    handle: async ({ headers }) => {
      const sent = sessionTokensIn(deps, headers);
      if (sent?.byBearer !== true) mustBeSameOrigin(headers, deps);
      const ended = await Promise.all((sent?.tokens ?? []).map((token) => endSession(deps, token)));
      const isOidc = ended.some((session) => session?.source === 'oidc');
      const url = isOidc ? await deps.oidc?.signOutUrl(deps.url) : null;
      return {
        body: { success: true, sign_out_url: url ?? null },
        headers: { 'Set-Cookie': setCookie(deps.url, SESSION_COOKIE, '', 0), 'Clear-Site-Data': '"cache"' },
      };
    },
  }),
];
