/** Opens a new session at sign-in and ends any that the browser had. */
import type { IncomingHttpHeaders } from 'node:http';
import { endSession, openSession, type SignedInUser } from '../../../commands/identity/sessions.ts';
import { acceptAtSignIn } from '../access/first-sign-in.ts';
import { cookiesIn, SESSION_COOKIE, setCookie } from '../access/cookies.ts';
import type { DashboardDeps } from '../deps.ts';

/** The maximum session length; the server ends idle sessions earlier. */
const SESSION_SECONDS = 7 * 24 * 3_600;

export const LANDING = '/';

/** The `Set-Cookie` value of a fresh session. Ends existing sessions of the browser, which prevents session fixation. */
export const freshSession = async (deps: DashboardDeps, headers: IncomingHttpHeaders, user: SignedInUser) => {
  await acceptAtSignIn(deps, user.userId);
  const token = await openSession(deps, user);
  for (const before of cookiesIn(deps.url, headers.cookie, SESSION_COOKIE)) await endSession(deps, before);
  return setCookie(deps.url, SESSION_COOKIE, token, SESSION_SECONDS);
};
