/** The dashboard's cookies: readable by the server alone, sent by no other site's forms. */
import { parseCookie, stringifySetCookie } from 'cookie';
import { isLoopback } from '../../../commands/identity/loopback.ts';

export const SESSION_COOKIE = 'colophon_session';

/** On loopback browsers may be spoken to without TLS; nowhere else. */
const isSecure = (dashboardUrl: string): boolean => !isLoopback(new URL(dashboardUrl));

export const cookieIn = (header: string | undefined, name: string): string | undefined =>
  header === undefined ? undefined : parseCookie(header)[name];

/** A `Set-Cookie` value. `maxAgeSeconds` 0 takes the cookie away. */
export const setCookie = (dashboardUrl: string, name: string, value: string, maxAgeSeconds: number): string =>
  stringifySetCookie({
    name,
    value,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(dashboardUrl),
    maxAge: maxAgeSeconds,
  });
