/** Opens the connections, rate limiter and client of one provider. */
import { Agent } from 'undici';
import { PROVIDER } from '../../../domain/limits.ts';
import type { Provider } from '../../../domain/publication/events.ts';
import { ProviderUnavailable } from '../../../workers/ingestion/ports.ts';
import { openJsonClient, type JsonClientOptions } from './client.ts';
import { openRateLimiter, type RateLimiterOptions } from './rate-limiter.ts';

/** Applies when the concurrency is unlimited. */
const MAX_SOCKETS = 64;
const CONNECT_TIMEOUT_MS = 10_000;

export const openProviderConnection = (
  provider: Provider,
  { rate, concurrency, turn }: RateLimiterOptions,
  options: Omit<JsonClientOptions, 'provider' | 'limiter' | 'dispatcher'>,
) => {
  const { timeoutMs } = options;
  const dispatcher = new Agent({
    connect: { timeout: Math.min(timeoutMs, CONNECT_TIMEOUT_MS) },
    headersTimeout: timeoutMs,
    // The time-out for the whole response also covers a stalled body.
    bodyTimeout: 0,
    maxResponseSize: PROVIDER.answerBytes,
    connections: concurrency === 0 ? MAX_SOCKETS : concurrency,
  });
  const limiter = openRateLimiter({ rate, concurrency, turn });
  return {
    client: openJsonClient({ ...options, provider, limiter, dispatcher }),
    limiter: limiter.sizes,
    close: async (): Promise<void> => {
      limiter.empty(new ProviderUnavailable(provider, 'closed', 'the client is closed'));
      await dispatcher.destroy();
    },
  };
};
