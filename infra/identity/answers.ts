/** What identity providers answer: bounded, with claims that become an identity, or with a failure, which may mean that they are unavailable. */
import type { Identity } from '../../commands/identity/identities.ts';
import { Refused } from '../../domain/errors.ts';
import { SIGN_IN } from '../../domain/limits.ts';
import { readUpTo } from '../bounded-body.ts';

/** Returns the response with its body read. Rejects if the decompressed body is larger than `SIGN_IN.answerBytes`. */
export const bounded = async (response: Response): Promise<Response> => {
  if (response.body === null) return response;
  const body = await readUpTo(response.body, SIGN_IN.answerBytes);
  if (body === null) throw new Error(`the response is larger than ${SIGN_IN.answerBytes} bytes`);
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
};

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** Throws `Refused('forbidden')` without an issuer or a subject. */
export const identityIn = (claims: Readonly<Record<string, unknown>>): Identity => {
  const [issuer, subject] = [text(claims['iss']), text(claims['sub'])];
  if (issuer === null || subject === null)
    throw new Refused('forbidden', 'invalid_identity', 'the token has no iss or sub claim');
  return {
    issuer,
    subject,
    email: text(claims['email'])?.toLowerCase() ?? null,
    // Only a literal `true` counts: an unverified address must not accept an invitation.
    emailVerified: claims['email_verified'] === true,
    name: text(claims['name']),
  };
};

const NETWORK = /^(?:ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|UND_ERR|ERR_JWKS_TIMEOUT|OAUTH_TIMEOUT)/u;
const NAMES: ReadonlySet<string> = new Set(['TimeoutError', 'AbortError']);
const TOO_MANY_REQUESTS = 429;
const FIRST_SERVER_ERROR = 500;

/** `status`: HTTP, of the response or an error that carries one; `error`: the OAuth 2.0 code sent (RFC 6749 §5.2). */
type Failure = Readonly<Partial<Record<'name' | 'code' | 'message' | 'status' | 'error' | 'cause', unknown>>>;

/** Whether the provider is unavailable, as opposed to refusing the request: true if the error or one of its causes is a network failure, a timeout, or a status such as 503. */
export const isAway = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  const { name, code, message, status, cause } = error as Failure;
  return (
    (typeof code === 'string' && NETWORK.test(code)) ||
    (typeof name === 'string' && NAMES.has(name)) ||
    (typeof status === 'number' && (status >= FIRST_SERVER_ERROR || status === TOO_MANY_REQUESTS)) ||
    message === 'fetch failed' ||
    isAway(cause)
  );
};

const wordsOf = (error: unknown): string => {
  if (error instanceof Response) return `answered ${error.status}`;
  if (!(error instanceof Error)) return '';
  const { code, error: oauthCode } = error as Failure;
  return [error.message, code, oauthCode]
    .filter((word) => typeof word === 'string' || typeof word === 'number')
    .join(' ');
};

/** The libraries' messages for the operator's log, without any data that was sent or received. */
export const reasonOf = (error: unknown): string => {
  const reasons: string[] = [];
  for (let each: unknown = error; typeof each === 'object' && each !== null; each = (each as Failure).cause)
    reasons.push(wordsOf(each));
  return reasons
    .filter((reason) => reason !== '')
    .join(': ')
    .slice(0, SIGN_IN.reasonCharacters);
};
