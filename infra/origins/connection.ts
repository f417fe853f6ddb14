/** Connections to permitted addresses only: connects to the very address that was checked, which prevents DNS rebinding. */
import { lookup, NODATA, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { Agent, buildConnector } from 'undici';

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

/** Sockets call `lookup` only for names, so literal IP addresses are checked here. */
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
