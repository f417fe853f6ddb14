/** Metrics of requests to metadata providers. */
import type { Registry } from 'prom-client';
import type { ProviderCall } from '../../providers/http/client.ts';
import { instrumentsOf } from './instruments.ts';

/** From a fast response of a nearby server to a timeout. */
const REMOTE_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];
const TOO_MANY = 429;
const SERVER_ERROR = 500;

/** "Not found" and "not modified" are successes; rate limiting, server errors and network errors are failures. */
const isFailure = (status: number | string): boolean =>
  typeof status === 'string' || status === TOO_MANY || status >= SERVER_ERROR;

export const providersIn = (registry: Registry): ((call: ProviderCall) => void) => {
  const { counter, histogram } = instrumentsOf(registry);
  const labels = ['provider', 'status'] as const;
  const total = counter('colophon_provider_requests_total', 'Requests sent to a provider.', ...labels);
  const failures = counter(
    'colophon_provider_failures_total',
    'Requests to a provider that were not answered, or answered with 429 or 5xx.',
    ...labels,
  );
  const duration = histogram(
    'colophon_provider_request_duration_seconds',
    'Time from the start of a request to the end of its response.',
    REMOTE_SECONDS,
    'provider',
  );
  return ({ provider, status, ms }) => {
    total.inc({ provider, status });
    if (isFailure(status)) failures.inc({ provider, status });
    duration.observe({ provider }, ms / 1000);
  };
};
