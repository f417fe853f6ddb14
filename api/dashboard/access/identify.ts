/** Identifies the caller: by the proxy's token, a bearer token or the session cookie, in this order. */
import type { IncomingHttpHeaders } from 'node:http';
import { userByIdentity } from '../../../commands/identity/identities.ts';
import { findSession, type Session, type Use } from '../../../commands/identity/sessions.ts';
import { userOf, type User } from '../../../commands/identity/users.ts';
import { Refused } from '../../../domain/errors.ts';
import { membershipsOf } from '../../../projections/queries/members.ts';
import { HttpFailure } from '../../http/errors.ts';
import type { IdentitySource, Principal } from '../../http/access.ts';
import type { DashboardDeps } from '../deps.ts';
import { cookiesIn, SESSION_COOKIE } from './cookies.ts';

export type SignedIn = Principal & {
  /** The token came in a header that no other site can make a browser send. */
  readonly byBearer: boolean;
};

type IdentifyDeps = Pick<DashboardDeps, 'events' | 'state' | 'clock' | 'ids' | 'readModels' | 'log' | 'proxy' | 'url'>;
type Identified = {
  readonly user: User;
  readonly source: IdentitySource;
  readonly byBearer: boolean;
  readonly onlyWorkspace: string | null;
};

/** Marks requests that a page sends without user action, such as polls for changes: they do not extend the session. */
const BACKGROUND_HEADER = 'x-colophon-background';

const BEARER = /^Bearer +(\S+)$/iu;

export const unauthenticated = (error: string) => new HttpFailure(401, error, null, { 'WWW-Authenticate': 'Bearer' });

/** Candidate session tokens: the bearer token, else every cookie with the name; null if none was sent. */
export const sessionTokensIn = ({ url }: Pick<DashboardDeps, 'url'>, headers: IncomingHttpHeaders) => {
  if (headers.authorization !== undefined) {
    const token = BEARER.exec(headers.authorization.trim())?.[1];
    if (token === undefined) throw unauthenticated('the Authorization header must hold a bearer token');
    return { tokens: [token], byBearer: true };
  }
  const tokens = cookiesIn(url, headers.cookie, SESSION_COOKIE);
  return tokens.length === 0 ? null : { tokens, byBearer: false };
};

/** Rejects an invalid token instead of trying another kind of credential. */
const byProxy = async (deps: IdentifyDeps, headers: IncomingHttpHeaders): Promise<Identified | null> => {
  const token = deps.proxy === null ? undefined : headers[deps.proxy.header];
  if (deps.proxy === null || token === undefined) return null;
  try {
    const identity = await deps.proxy.verify(String(token));
    return { user: await userByIdentity(deps, identity), source: 'proxy_jwt', byBearer: false, onlyWorkspace: null };
  } catch (error) {
    if (error instanceof Refused) throw unauthenticated('the proxy sent an invalid identity token');
    throw error;
  }
};

/** A stale cookie does not hide a live one; live sessions of two users count for neither, since one was planted. */
const liveSession = async (deps: IdentifyDeps, tokens: readonly string[], use: Use): Promise<Session | null> => {
  const found = await Promise.all(tokens.map((token) => findSession(deps, token, use)));
  const [live, ...others] = found.filter((session) => session !== null);
  return live === undefined || others.some(({ userId }) => userId !== live.userId) ? null : live;
};

const bySession = async (deps: IdentifyDeps, headers: IncomingHttpHeaders, use: Use): Promise<Identified | null> => {
  const sent = sessionTokensIn(deps, headers);
  if (sent === null) return null;
  const session = await liveSession(deps, sent.tokens, use);
  if (session === null) {
    if (sent.byBearer) throw unauthenticated('the token is unknown or has expired');
    return null;
  }
  const user = (await userOf(deps, session.userId)) ?? { id: session.userId, email: null, name: null };
  return { user, source: session.source, byBearer: sent.byBearer, onlyWorkspace: session.onlyWorkspace ?? null };
};

/** Null if not signed in. Throws a 401 for an invalid bearer or proxy token, `Unavailable` if it cannot be checked. */
export const identify = async (
  deps: IdentifyDeps,
  headers: IncomingHttpHeaders,
  use: Use = headers[BACKGROUND_HEADER] === undefined ? 'by_person' : 'in_background',
): Promise<SignedIn | null> => {
  const identified = (await byProxy(deps, headers)) ?? (await bySession(deps, headers, use));
  if (identified === null) return null;
  const { user, source, byBearer, onlyWorkspace } = identified;
  const memberships = (await membershipsOf(deps.readModels, user.id)).filter(
    ({ workspace, role }) => onlyWorkspace === null || (workspace === onlyWorkspace && role !== 'superadmin'),
  );
  const superadmin = memberships.some(({ role }) => role === 'superadmin');
  return { userId: user.id, email: user.email, source, superadmin, onlyWorkspace, memberships, byBearer };
};
