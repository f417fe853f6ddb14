/** What a failure of the client means: errors are distinguished by `type`, or by the gRPC code if they have none. */
import { Unavailable } from '../../domain/errors.ts';
import { withoutCredentials } from '../address.ts';

const typeOf = (error: unknown): string | null => {
  const type = (error as { type?: unknown } | null)?.type;
  return typeof type === 'string' ? type : null;
};

/** These are permanent, so retrying is pointless. Anything else may be temporary. */
const FINAL = new Set(['access-denied', 'stream-deleted', 'maximum-append-size-exceeded', 'invalid-argument']);

/** The caller's mistake, not an unavailable server. */
const isMisuse = (error: unknown): error is RangeError | TypeError =>
  error instanceof RangeError || error instanceof TypeError;

export const isFinal = (error: unknown): boolean => isMisuse(error) || FINAL.has(typeOf(error) ?? '');

export const isWrongVersion = (error: unknown): error is { readonly actualVersion: bigint | string } =>
  typeOf(error) === 'wrong-expected-version';

/** A stream that never existed or was deleted, even permanently: readers find no events. */
export const isAbsence = (error: unknown): boolean =>
  ['stream-not-found', 'stream-deleted'].includes(typeOf(error) ?? '');

export const isTooLarge = (error: unknown): boolean => typeOf(error) === 'maximum-append-size-exceeded';

/** The server's answer for, among others, a position at which no record starts. */
export const isUnknown = (error: unknown): boolean => typeOf(error) === 'unknown';

/** The server in errors: its URL, and the setting that it comes from. */
export type Where = { readonly url: string; readonly setting: string };

const UNAUTHENTICATED = 16;

/** What the client's texts mean, by a part of them, and what to do. `at`: the address. */
const MEANINGS: readonly (readonly [part: RegExp, say: (at: string, setting: string) => string])[] = [
  [/ECONNREFUSED/, (at, setting) => `nothing listens at ${at}: start the server, or correct ${setting}`],
  [
    /ENOTFOUND|EAI_AGAIN|Name resolution failed/,
    (at, setting) => `the host name in ${at} is not known: correct ${setting}`,
  ],
  [
    /wrong version number|packet length too long/i,
    (at, setting) => `${at} does not use TLS: add ?tls=false to ${setting}, or turn TLS on at the server`,
  ],
  [
    /altnames/,
    (at, setting) => `the certificate of ${at} is for other names: use one of these in ${setting}, or renew it`,
  ],
  [/certificate has expired/, (at) => `the certificate of ${at} has expired: renew it`],
  [
    /certificate/,
    (at, setting) => `the certificate of ${at} is not trusted: name its authority in ${setting}, tlsCAFile=FILE`,
  ],
  [
    /Failed to discover/,
    (at, setting) =>
      `no node of a cluster answers at ${at}: start the nodes, or correct ${setting} (a single node is esdb:// without +discover)`,
  ],
  [/Connection dropped|ECONNRESET|keepalive/i, (at) => `the connection to ${at} broke: check that it runs`],
  [/Not Ready|not-leader/i, (at) => `${at} is not ready, as during an election: wait`],
];

const reasonOf = (cause: unknown, { url, setting }: Where): string => {
  const at = withoutCredentials(url);
  const { message = '', code } = (cause ?? {}) as { message?: string; code?: number };
  if (code === UNAUTHENTICATED) return `${at} does not accept the user name and password in ${setting}: correct them`;
  if (typeOf(cause) === 'access-denied')
    return `${at} denies access to the account in ${setting}: it must be allowed to read $all, see "Accounts on secured servers" in docs/operating.md`;
  if (cause instanceof TimedOut) return `${at} does not answer: check that it runs and can be reached from here`;
  const meaning = MEANINGS.find(([part]) => part.test(message));
  if (meaning !== undefined) return meaning[1](at, setting);
  if (/Failed to connect/.test(message) && url.includes('tls=false'))
    return `${at} ends unencrypted connections: if it uses TLS, remove tls=false from ${setting}`;
  return `${at}: ${message || (typeOf(cause) ?? (code === undefined ? 'unknown error' : `gRPC status ${code}`))}`;
};

/** The error of a call that gives up: a sentence with the address, what is wrong and what to do. Misuse is rethrown unchanged. */
export const unavailable = (cause: unknown, where: Where): Error =>
  cause instanceof Unavailable || isMisuse(cause)
    ? cause
    : new Unavailable('event store', reasonOf(cause, where), { cause });

/** The call timed out; whether it took effect is unknown. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
}
