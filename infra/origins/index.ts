/** Fetches the proof of an origin, one file of the website; treats the response as untrusted. */
import { errors, type Agent } from 'undici';
import {
  PROOF_FILE,
  PROOF_PROBLEMS,
  wrongStatus,
  type ProofProblem,
} from '../../domain/installation/proof-problems.ts';
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

/** Null if the proof is there; else a sentence. Rethrows connection errors. */
const fetchProof = async (
  connections: Agent,
  { origin, proof, userAgent }: { readonly origin: string; readonly proof: string; readonly userAgent: string },
  signal: AbortSignal,
): Promise<string | null> => {
  const request = { url: new URL(PROOF_FILE, origin), accept: 'text/plain', userAgent, redirected: redirectedTo };
  const bounds = { mostBytes: PROOF.bytes, mostRedirects: PROOF.redirects };
  const answer = await getFile(connections, { ...request, ...bounds }, signal);
  if ('content' in answer) {
    if (answer.content === null) return PROOF_PROBLEMS.too_long;
    return answer.content.toString().trim() === proof ? null : PROOF_PROBLEMS.not_the_token;
  }
  return typeof answer.failure === 'string' ? PROOF_PROBLEMS[answer.failure] : wrongStatus(answer.failure.status);
};

/** Parts of the error codes that OpenSSL and Node use for invalid certificates. */
const CERTIFICATE = /CERT|ISSUER|SIGNATURE|CRL|CA_KEY/u;

/** Shown to the administrator: no response content, no IP addresses. */
const problemFrom = (error: unknown): ProofProblem => {
  if (error instanceof NotReachable) return 'private_address';
  if (error instanceof TimeIsUp) return 'timeout';
  const code = codeOf(error);
  if (['ENOTFOUND', 'ENODATA', 'EAI_AGAIN'].includes(code)) return 'unknown_name';
  if (/TIMEOUT|TIMEDOUT/u.test(code)) return 'timeout';
  if (CERTIFICATE.test(code)) return 'certificate';
  return error instanceof errors.HTTPParserError || code.startsWith('UND_ERR_HEADERS') ? 'not_http' : 'unreachable';
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
      return PROOF_PROBLEMS[problemFrom(error)];
    } finally {
      await connections.destroy();
    }
  },
});
