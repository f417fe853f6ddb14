/** Gets a file of a website over connections to permitted addresses only, following redirects within bounds; treats the response as untrusted. */
import { lookup, type LookupAddress, NODATA } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { Agent, buildConnector } from 'undici';
import { readUpTo } from '../bounded-body.ts';
import { isRedirect } from '../redirects.ts';

export class NotReachable extends Error {
  override readonly name = 'NotReachable';
}

/** All addresses of a host name; throws as `dns.lookup` does. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export type ConnectionOptions = {
  readonly mayReach: (address: string) => boolean;
  /** Default: the system resolver. */
  readonly resolve?: Resolve;
  readonly timeoutMs: number;
};

const resolveHere: Resolve = (hostname) => promisify(lookup)(hostname, { all: true });

/** Rejects if any address is not permitted, since the connection could use any of them. */
const checkedLookup =
  ({ mayReach, resolve = resolveHere }: ConnectionOptions): LookupFunction =>
  (hostname, { all }, callback) => {
    const answer = (addresses: readonly LookupAddress[]): void => {
      const [first] = addresses;
      if (first === undefined) return callback(Object.assign(new Error('no address'), { code: NODATA }), '');
      if (!addresses.every(({ address }) => mayReach(address)))
        return callback(new NotReachable('not an address that may be reached'), '');
      if (all === true) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    };
    resolve(hostname).then(answer, (error: NodeJS.ErrnoException) => callback(error, ''));
  };

/**
 * Connects to the very address that was checked, which prevents DNS rebinding. Sockets call `lookup` only for names, so literal IP addresses
 * are checked here.
 */
export const openConnections = (options: ConnectionOptions): Agent => {
  const { mayReach, timeoutMs } = options;
  const dial = buildConnector({ lookup: checkedLookup(options), timeout: timeoutMs });
  return new Agent({
    connect: (target, callback) => {
      if (isIP(target.hostname) !== 0 && !mayReach(target.hostname))
        return callback(new NotReachable('not an address that may be reached'), null);
      dial(target, callback);
    },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
};

type FileRequest = {
  readonly url: URL;
  /** Media types. */
  readonly accept: string;
  readonly userAgent: string;
  readonly mostBytes: number;
  readonly mostRedirects: number;
  /** The URL to follow a redirect to; null for one that is not followed. */
  readonly redirected: (from: URL, location: string | undefined) => URL | null;
};

type FileAnswer =
  /** Null: it has more than `mostBytes`. */
  | { readonly content: Buffer | null }
  | { readonly failure: 'redirects_elsewhere' | 'redirects_too_often' | { readonly status: number } };

/** Rethrows connection errors. */
export const getFile = async (
  connections: Agent,
  { url, accept, userAgent, mostBytes, mostRedirects, redirected }: FileRequest,
  signal: AbortSignal,
): Promise<FileAnswer> => {
  for (let at = url, hops = 0; ; hops += 1) {
    const { statusCode, headers, body } = await connections.request({
      origin: at.origin,
      path: `${at.pathname}${at.search}`,
      method: 'GET',
      headers: { accept, 'accept-encoding': 'identity', 'user-agent': userAgent },
      signal,
    });
    if (statusCode === 200) return { content: await readUpTo(body, mostBytes) };
    // The body is discarded unread, so its abort error is expected.
    body.on('error', () => undefined).destroy();
    if (!isRedirect(statusCode)) return { failure: { status: statusCode } };
    const to = redirected(at, [headers.location].flat()[0]);
    if (to === null) return { failure: 'redirects_elsewhere' };
    if (hops === mostRedirects) return { failure: 'redirects_too_often' };
    at = to;
  }
};
