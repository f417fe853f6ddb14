/** Looks for the proof of an origin: one file of the website, fetched by a stranger who trusts nothing that is answered. */
import type { Agent } from 'undici';
import { PROOF } from '../../domain/limits.ts';
import type { OriginProofs } from '../../workers/origins/ports.ts';
import { readUpTo } from '../bounded-body.ts';
import { cutOffBy } from '../providers/http/cut-off.ts';
import { isRedirect, redirectedTo } from '../providers/http/redirect.ts';
import { openConnections, type Resolve } from './connection.ts';
import { sentenceFor } from './failures.ts';

export type OriginProofsOptions = {
  /** Which IP addresses are connected to. */
  readonly mayReach: (address: string) => boolean;
  readonly version: string;
  /** For a whole attempt, redirects included. */
  readonly timeoutMs?: number;
  readonly resolve?: Resolve;
};

const FILE = '/.well-known/colophon-verification';

/** Throws what the connection throws. */
const look = async (
  connections: Agent,
  { origin, proof, userAgent }: { readonly origin: string; readonly proof: string; readonly userAgent: string },
  signal: AbortSignal,
): Promise<string | null> => {
  for (let at = new URL(FILE, origin), hops = 0; ; hops += 1) {
    const { statusCode, headers, body } = await connections.request({
      origin: at.origin,
      path: `${at.pathname}${at.search}`,
      method: 'GET',
      headers: { accept: 'text/plain', 'accept-encoding': 'identity', 'user-agent': userAgent },
      signal,
    });
    if (statusCode === 200) {
      const text = await readUpTo(body, PROOF.bytes);
      if (text === null) return `what the website answers at ${FILE} is too long for a verification token`;
      return text.toString().trim() === proof
        ? null
        : `what the website answers at ${FILE} is not the verification token`;
    }
    // Nobody reads it, however long it may be; that it breaks off is no news.
    body.on('error', () => undefined).destroy();
    if (!isRedirect(statusCode)) return `the website answered ${statusCode} at ${FILE}, not 200`;
    const to = redirectedTo(at, [headers.location].flat()[0]);
    if (to === null) return 'the website redirects to another address, which is not followed';
    if (hops === PROOF.redirects) return `the website redirects more than ${PROOF.redirects} times`;
    at = to;
  }
};

/** Every attempt has connections of its own, so that names are resolved each time and nothing is left open. */
export const openOriginProofs = ({
  mayReach,
  version,
  timeoutMs = PROOF.ms,
  resolve,
}: OriginProofsOptions): OriginProofs => ({
  find: async (origin, proof, signal) => {
    const connections = openConnections({ mayReach, timeoutMs, ...(resolve === undefined ? {} : { resolve }) });
    const userAgent = `Colophon/${version} (origin verification)`;
    try {
      return await cutOffBy([signal], timeoutMs, (either) => look(connections, { origin, proof, userAgent }, either));
    } catch (error) {
      signal.throwIfAborted();
      return sentenceFor(error);
    } finally {
      await connections.destroy();
    }
  },
});
