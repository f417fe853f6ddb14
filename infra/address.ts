/** Server addresses, including comma-separated lists of a cluster's hosts, which the URL standard does not allow. */
import { urlIn } from '../domain/url.ts';

/** Removes user name, password and query for display, even if the password is not percent-encoded or the address malformed. */
export const withoutCredentials = (url: string): string =>
  url.replace(/^([\w+.-]+:\/\/)?.*@/s, '$1').replace(/[?#].*$/s, '');

/** Keeps only the first host of a cluster's list. */
const firstHost = (url: string): string => url.replace(/^([\w+.-]+:\/\/(?:[^@/?]*@)?[^/?,]*),[^/?]*/, '$1');

/** Null if the text is not a URL with `//`, without which the parts of an address are not where clients look for them. */
export const schemeOf = (url: string): string | null =>
  /^[\w+.-]+:\/\//.test(url) ? (urlIn(firstHost(url))?.protocol.slice(0, -1) ?? null) : null;

export const httpAddress = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
