/** Rate limits: their headers (draft-ietf-httpapi-ratelimit-headers), and the 429. */
import { WINDOW_MS, type RequestCounter } from '../../commands/credentials/rates.ts';
import { CredentialRefused } from '../http/errors.ts';
import { countersOf } from '../http/network.ts';

type Headers = Readonly<Record<string, string>>;

const WINDOW_SECONDS = WINDOW_MS / 1_000;

/** Counts a request and returns the rate-limit headers; none if `limit` is 0. Throws a 429 that includes the headers `also`. */
export const counted = async (
  count: RequestCounter,
  who: string,
  limit: number,
  also: Headers = {},
): Promise<Headers> => {
  if (limit === 0) return {};
  const { isWithin, remaining, secondsLeft } = await count(who, limit);
  const headers = {
    'RateLimit-Policy': `"default";q=${limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"default";r=${remaining};t=${secondsLeft}`,
  };
  if (isWithin) return headers;
  throw new CredentialRefused(429, 'rate_limited', 'too many requests', {
    details: { limit, window_seconds: WINDOW_SECONDS, retry_after_seconds: secondsLeft },
    headers: { ...also, ...headers, 'Retry-After': String(secondsLeft) },
  });
};

/** Counts an anonymous request by its address. Throws a 429. */
export const countedByAddress = async (count: RequestCounter, kind: string, address: string, limit: number) => {
  if (limit === 0) return;
  for (const { who, times } of countersOf(address)) await counted(count, `${kind}/${who}`, limit * times);
};
