/** The dashboard's cookies: only the server can read them, other sites' forms do not send them, and other hosts cannot set them. */
import { parseCookie, stringifySetCookie } from 'cookie';
import { isLoopback } from '../../../commands/identity/loopback.ts';
import { ACCESS } from '../../../domain/limits.ts';

export const SESSION_COOKIE = 'colophon_session';

/** Only the host itself can set a cookie with this prefix, over TLS, so a sibling host cannot plant one (RFC 6265bis §4.1.3.2). */
const HOST_ONLY = '__Host-';

/** Plain HTTP is allowed only on loopback. */
const hasTls = (dashboardUrl: string): boolean => {
  const url = new URL(dashboardUrl);
  return url.protocol === 'https:' || !isLoopback(url);
};

const nameOf = (dashboardUrl: string, name: string): string => (hasTls(dashboardUrl) ? HOST_ONLY + name : name);

/** Every value sent under the name: without the prefix, another path or host may have set one too. */
export const cookiesIn = (dashboardUrl: string, header: string | undefined, name: string): readonly string[] => {
  const full = nameOf(dashboardUrl, name);
  const values = (header ?? '').split(';').flatMap((pair) => parseCookie(pair)[full] ?? []);
  return [...new Set(values)].filter((value) => value !== '').slice(0, ACCESS.cookiesOfOneName);
};

/** A `Set-Cookie` value. `maxAgeSeconds` 0 deletes the cookie. */
export const setCookie = (dashboardUrl: string, name: string, value: string, maxAgeSeconds: number): string =>
  stringifySetCookie({
    name: nameOf(dashboardUrl, name),
    value,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: hasTls(dashboardUrl),
    maxAge: maxAgeSeconds,
  });
