/** Addresses of servers: of one, or of a whole cluster, which a URL in the strict sense does not know. */

/** Without who signs in, and how, even where the password is not encoded as it must be: for logs and people. */
export const withoutCredentials = (url: string): string => url.replace(/\/\/.*@/, '//').replace(/[?#].*$/, '');

/** A cluster's servers are listed with commas; only the first is kept. */
const firstHost = (url: string): string => url.replace(/^([\w+.-]+:\/\/(?:[^@/?]*@)?[^/?,]*),[^/?]*/, '$1');

/** Null of what is no address. */
export const schemeOf = (url: string): string | null => {
  const first = firstHost(url);
  return URL.canParse(first) ? new URL(first).protocol.slice(0, -1) : null;
};

export const httpAddress = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
