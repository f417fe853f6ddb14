/** A browser that has just signed in: a new session, whatever it held before. */
import type { IncomingHttpHeaders } from 'node:http';
import { endSession, openSession, type SignedInUser } from '../../../commands/identity/sessions.ts';
import { acceptAtSignIn } from '../access/first-sign-in.ts';
import { cookiesIn, SESSION_COOKIE, setCookie } from '../access/cookies.ts';
import type { DashboardDeps } from '../deps.ts';

/** As long as a session may last; the server ends it earlier when it is idle. */
const SESSION_SECONDS = 7 * 24 * 3_600;

/** The page after signing in. */
export const LANDING = '/';

/** The `Set-Cookie` value of a fresh session. Any that the browser had ends, so that one planted there is worth nothing. */
export const freshSession = async (
  deps: DashboardDeps,
  headers: IncomingHttpHeaders,
  user: SignedInUser,
): Promise<string> => {
  await acceptAtSignIn(deps, user.userId);
  const token = await openSession(deps, user);
  for (const before of cookiesIn(deps.url, headers.cookie, SESSION_COOKIE)) await endSession(deps, before);
  return setCookie(deps.url, SESSION_COOKIE, token, SESSION_SECONDS);
};
