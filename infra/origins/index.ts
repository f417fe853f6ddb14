/** Fetches the proof of an origin, one file of the website; treats the response as untrusted. */
import { errors, type Agent } from 'undici';
import { PROOF } from '../../domain/limits.ts';
import type { OriginProofs } from '../../workers/origins/ports.ts';
import { codeOf } from '../error-code.ts';
import { cutOffBy, TimeIsUp } from '../cut-off.ts';
import { redirectedTo } from '../redirects.ts';
import { type ConnectionOptions, getFile, NotReachable, openConnections } from './get-file.ts';

export type OriginProofsOptions = Omit<ConnectionOptions, 'timeoutMs'> & {
  readonly version: string;
  /** Timeout of a whole attempt, including redirects. */
  readonly timeoutMs?: number;
};

const FILE = '/.well-known/colophon-verification';

/** Null if the proof is there; else a sentence. Rethrows connection errors. */
const fetchProof = async (
  connections: Agent,
  { origin, proof, userAgent }: { readonly origin: string; readonly proof: string; readonly userAgent: string },
  signal: AbortSignal,
): Promise<string | null> => {
  const request = { url: new URL(FILE, origin), accept: 'text/plain', userAgent, redirected: redirectedTo };
  const bounds = { mostBytes: PROOF.bytes, mostRedirects: PROOF.redirects };
  const answer = await getFile(connections, { ...request, ...bounds }, signal);
  if ('content' in answer) {
    if (answer.content === null) return `the response of the website at ${FILE} is too long for a verification token`;
    return answer.content.toString().trim() === proof
      ? null
      : `the response of the website at ${FILE} is not the verification token`;
  }
  if (answer.failure === 'redirects_elsewhere')
    return 'the website redirects to another address, which is not followed';
  if (answer.failure === 'redirects_too_often') return `the website redirects more than ${PROOF.redirects} times`;
  return `the website answered ${answer.failure.status} at ${FILE}, not 200`;
};

/** Parts of the error codes that OpenSSL and Node use for invalid certificates. */
const CERTIFICATE = /CERT|ISSUER|SIGNATURE|CRL|CA_KEY/u;

/** Explains to the administrator why a proof was not found, without response content or IP addresses. */
const sentenceFor = (error: unknown): string => {
  if (error instanceof NotReachable)
    return 'the origin resolves to a private address, which is not allowed: for tests, the operator can set ALLOW_PRIVATE_ORIGINS=true';
  if (error instanceof TimeIsUp) return 'the website did not answer in time';
  const code = codeOf(error);
  if (['ENOTFOUND', 'ENODATA', 'EAI_AGAIN'].includes(code)) return 'the name of the website could not be resolved';
  if (/TIMEOUT|TIMEDOUT/u.test(code)) return 'the website did not answer in time';
  if (CERTIFICATE.test(code)) return 'the TLS certificate of the website is not valid';
  if (error instanceof errors.HTTPParserError || code.startsWith('UND_ERR_HEADERS'))
    return 'the website did not return a valid HTTP response';
  return 'the website could not be reached';
};

/** Each attempt opens new connections, so that names are resolved again and nothing stays open. */
export const openOriginProofs = ({ version, timeoutMs = PROOF.ms, ...reach }: OriginProofsOptions): OriginProofs => ({
  find: async (origin, proof, signal) => {
    const connections = openConnections({ ...reach, timeoutMs });
    const userAgent = `Colophon/${version} (origin verification)`;
    try {
      return await cutOffBy([signal], timeoutMs, (either) =>
        fetchProof(connections, { origin, proof, userAgent }, either),
      );
    } catch (error) {
      signal.throwIfAborted();
      return sentenceFor(error);
    } finally {
      await connections.destroy();
    }
  },
});
