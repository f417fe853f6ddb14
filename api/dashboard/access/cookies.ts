/** The dashboard's cookies: readable by the server alone, sent by no other site's forms, set by no other host. */
import { parseCookie, stringifySetCookie } from 'cookie';
import { isLoopback } from '../../../commands/identity/loopback.ts';
import { ACCESS } from '../../../domain/limits.ts';

export const SESSION_COOKIE = 'colophon_session';

/** Only the host itself can set a cookie of this prefix, over TLS: a neighbouring host plants none (RFC 6265bis §4.1.3.2). */
const HOST_ONLY = '__Host-';

/** On loopback browsers may be spoken to without TLS; nowhere else. */
const hasTls = (dashboardUrl: string): boolean => {
  const url = new URL(dashboardUrl);
  return url.protocol === 'https:' || !isLoopback(url);
};

const nameOf = (dashboardUrl: string, name: string): string => (hasTls(dashboardUrl) ? HOST_ONLY + name : name);

/** Every value that was sent under the name: without the prefix another path or host may have added one. */
export const cookiesIn = (dashboardUrl: string, header: string | undefined, name: string): readonly string[] => {
  const full = nameOf(dashboardUrl, name);
  const values = (header ?? '').split(';').flatMap((pair) => parseCookie(pair)[full] ?? []);
  return [...new Set(values)].filter((value) => value !== '').slice(0, ACCESS.cookiesOfOneName);
};

/** A `Set-Cookie` value. `maxAgeSeconds` 0 takes the cookie away. */
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
