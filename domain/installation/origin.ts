/** Origins of websites as browsers send them (RFC 6454 §6.2): scheme, host, and the port unless it is the scheme's default. */
import { Refused } from '../errors.ts';
import { ID } from '../limits.ts';
import { urlIn } from '../url.ts';

/** Serializes an origin as browsers do. Throws `Refused('invalid')` for an address with more than an origin. */
export const parseOrigin = (text: string): string => {
  const trimmed = text.trim();
  const url = trimmed.length <= ID.origin ? urlIn(trimmed) : null;
  const isOrigin =
    url !== null &&
    ['https:', 'http:'].includes(url.protocol) &&
    url.hostname !== '' &&
    !url.hostname.includes('*') &&
    `${url.username}${url.password}${url.search}${url.hash}` === '' &&
    url.pathname === '/' &&
    !/[?#\\]/u.test(trimmed);
  if (!isOrigin)
    throw new Refused('invalid', 'invalid_origin', 'not the origin of a website', {
      field: 'origin',
      accepted: 'an origin such as https://www.example.org, without a path',
    });
  return url.origin;
};
