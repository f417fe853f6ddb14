/** Telling a provider that cannot be reached from one that says no. */
import { SIGN_IN } from '../../domain/limits.ts';

const NETWORK = /^(?:ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|UND_ERR|ERR_JWKS_TIMEOUT|OAUTH_TIMEOUT)/u;
const NAMES: ReadonlySet<string> = new Set(['TimeoutError', 'AbortError']);
const TOO_MANY_REQUESTS = 429;
const FAULTS_FROM = 500;

type Failure = {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  /** Of an answer of the provider, or an error that came with one. */
  readonly status?: unknown;
  /** The OAuth 2.0 error code that the provider sent (RFC 6749 §5.2). */
  readonly error?: unknown;
  readonly cause?: unknown;
};

/** True if somewhere in its chain of causes is a failure of the network, time that ran out, or an answer such as 503. */
export const isAway = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  const { name, code, message, status, cause } = error as Failure;
  return (
    (typeof code === 'string' && NETWORK.test(code)) ||
    (typeof name === 'string' && NAMES.has(name)) ||
    (typeof status === 'number' && (status >= FAULTS_FROM || status === TOO_MANY_REQUESTS)) ||
    message === 'fetch failed' ||
    isAway(cause)
  );
};

const wordsOf = (error: unknown): string => {
  if (error instanceof Response) return `answered ${error.status}`;
  if (!(error instanceof Error)) return '';
  const { code, error: said } = error as Failure;
  return [error.message, code, said].filter((word) => typeof word === 'string' || typeof word === 'number').join(' ');
};

/** For the operator's log: what went wrong, in the words of the libraries, without anything that was sent or received. */
export const reasonOf = (error: unknown): string => {
  const reasons: string[] = [];
  for (let each: unknown = error; typeof each === 'object' && each !== null; each = (each as Failure).cause)
    reasons.push(wordsOf(each));
  return reasons
    .filter((reason) => reason !== '')
    .join(': ')
    .slice(0, SIGN_IN.reasonCharacters);
};
