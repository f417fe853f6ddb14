/** A rate as headers say it (draft-ietf-httpapi-ratelimit-headers), and the answer to who exceeds it. */
import { WINDOW_MS, type Rate, type RequestCounter } from '../../commands/credentials/rates.ts';
import { CredentialRefused } from '../http/errors.ts';
import { countersOf } from '../http/network.ts';

type Headers = Readonly<Record<string, string>>;

const headersOf = ({ limit, remaining, secondsLeft }: Rate): Headers => ({
  'RateLimit-Policy': `"default";q=${limit};w=${WINDOW_MS / 1_000}`,
  RateLimit: `"default";r=${remaining};t=${secondsLeft}`,
});

/** What the answer says of the rate; nothing where there is none (`limit` 0). Throws a 429, with `also` among its headers. */
export const counted = async (
  count: RequestCounter,
  who: string,
  limit: number,
  also: Headers = {},
): Promise<Headers> => {
  if (limit === 0) return {};
  const rate = await count(who, limit);
  const headers = headersOf(rate);
  if (rate.isWithin) return headers;
  throw new CredentialRefused(429, 'rate_limited', 'too many requests', {
    details: { limit, window_seconds: WINDOW_MS / 1_000, retry_after_seconds: rate.secondsLeft },
    headers: { ...also, ...headers, 'Retry-After': String(rate.secondsLeft) },
  });
};

/** Counts a request of nobody in particular, by where it comes from. Throws a 429. */
export const countedByAddress = async (
  count: RequestCounter,
  kind: string,
  address: string,
  limit: number,
): Promise<void> => {
  for (const { who, times } of countersOf(address)) await counted(count, `${kind}/${who}`, limit * times);
};
