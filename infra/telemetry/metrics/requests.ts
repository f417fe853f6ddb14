/** Metrics of HTTP requests, by declared route instead of path, so that no label contains personal data. */
import { METHODS } from 'node:http';
import type { Registry } from 'prom-client';
import type { WatchRequest } from '../../../api/http/ports.ts';
import { ANSWER_SECONDS, instrumentsOf, secondsSince } from './instruments.ts';

const KNOWN = new Set(METHODS);

export const requestsIn = (registry: Registry): ((listener: 'public' | 'dashboard') => WatchRequest) => {
  const { counter, histogram } = instrumentsOf(registry);
  const common = ['listener', 'method', 'route'] as const;
  const total = counter('colophon_http_requests_total', 'Requests answered.', ...common, 'status');
  const duration = histogram(
    'colophon_http_request_duration_seconds',
    'Time from the arrival of a request to its response.',
    ANSWER_SECONDS,
    ...common,
  );
  return (listener) => async (request, answer) => {
    const began = performance.now();
    const { route, status } = await answer();
    const labels = { listener, method: KNOWN.has(request.method) ? request.method : 'other', route: route ?? 'none' };
    total.inc({ ...labels, status });
    duration.observe(labels, secondsSince(began));
  };
};
