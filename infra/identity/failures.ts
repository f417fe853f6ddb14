/** Telling a provider that cannot be reached from one that says no. */

const NETWORK = /^(?:ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|UND_ERR|ERR_JWKS_TIMEOUT|OAUTH_TIMEOUT)/u;
const NAMES: ReadonlySet<string> = new Set(['TimeoutError', 'AbortError']);

type Failure = {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
};

/** True if somewhere in its chain of causes is a failure of the network, or time that ran out. */
export const isAway = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  const { name, code, message, cause } = error as Failure;
  return (
    (typeof code === 'string' && NETWORK.test(code)) ||
    (typeof name === 'string' && NAMES.has(name)) ||
    message === 'fetch failed' ||
    isAway(cause)
  );
};
