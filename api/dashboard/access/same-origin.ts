/** CSRF protection: writes with credentials that browsers send automatically must come from the dashboard itself. */
import type { IncomingHttpHeaders } from 'node:http';
import { HttpFailure } from '../../http/errors.ts';

export type Addresses = { readonly url: string; readonly altUrl: string | null };

/** Throws a 403 unless a header that pages cannot set shows that the request is same-origin. */
export const mustBeSameOrigin = (headers: IncomingHttpHeaders, { url, altUrl }: Addresses): void => {
  const own = [url, altUrl].flatMap((each) => (each === null ? [] : new URL(each).origin));
  const { origin } = headers;
  if (origin === undefined ? headers['sec-fetch-site'] === 'same-origin' : own.includes(origin)) return;
  throw new HttpFailure(403, 'a write authenticated by a cookie must come from the dashboard itself', {
    accepted: `Origin: ${own.join(' or ')}, or a bearer token`,
  });
};
