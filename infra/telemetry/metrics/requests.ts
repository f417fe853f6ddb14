/** Requests by route and status, and how long they took; by the route's declaration, so that no label names anybody. */
import { METHODS } from 'node:http';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { WatchRequest } from '../../../api/http/ports.ts';
import { ANSWER_SECONDS, secondsSince } from './buckets.ts';

const KNOWN = new Set(METHODS);

export const requestsIn = (registry: Registry): ((listener: 'public' | 'dashboard') => WatchRequest) => {
  const total = new Counter({
    name: 'colophon_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['listener', 'method', 'route', 'status'],
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'colophon_http_request_duration_seconds',
    help: 'From the arrival of a request to its answer.',
    labelNames: ['listener', 'method', 'route'],
    buckets: ANSWER_SECONDS,
    registers: [registry],
  });
  return (listener) => async (asked, answer) => {
    const began = performance.now();
    const { route, status } = await answer();
    const labels = { listener, method: KNOWN.has(asked.method) ? asked.method : 'other', route: route ?? 'none' };
    total.inc({ ...labels, status });
    duration.observe(labels, secondsSince(began));
  };
};
