/** The check of responses in tests detects deviations from the declaration. */
import assert from 'node:assert/strict';
import { ANYONE, MEMBER } from '../../api/http/access.ts';
import type { Route } from '../../api/http/route.ts';
import { contractOf, type Answered } from './contract.ts';
import { suite } from './suite.ts';

const route = (path: string, rest: Partial<Route> = {}): Route => ({
  method: 'GET',
  path,
  access: ANYONE,
  summary: path,
  description: path,
  query: {},
  responses: { 200: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } },
  errors: [404],
  handle: () => Promise.reject(new Error('not asked')),
  ...rest,
});

const check = contractOf([
  route('/things/special', { responses: { 200: { type: 'array' } } }),
  route('/things/*id', { access: MEMBER }),
  route('/integrations/v1/things'),
]);

const EVERY = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'x' };
const HEADERS = { ...EVERY, etag: '"x"' };

const headersOf = (status: number): Record<string, string> => {
  if (status < 300) return HEADERS;
  return status === 401 ? { ...EVERY, 'www-authenticate': 'Bearer' } : EVERY;
};

const answered = (status: number, body: unknown, headers = headersOf(status)): Answered => ({
  status,
  headers: new Headers(headers),
  text: JSON.stringify(body),
});

const passes = (path: string, status: number, body: unknown): void => check('GET', path, answered(status, body));
const fails = (path: string, status: number, body: unknown): void =>
  assert.throws(() => passes(path, status, body), assert.AssertionError);

const watch = suite('the check of responses');

watch('accepts a declared response of the first matching route', () => {
  passes('/things/10.5555/1?page=2', 200, { name: 'x' });
  passes('/things/special', 200, []);
  fails('/things/special', 200, { name: 'x' });
});

watch('detects a body of another shape, and an undeclared status', () => {
  fails('/things/1', 200, { name: 1 });
  fails('/things/1', 200, {});
  fails('/things/1', 201, { name: 'x' });
  fails('/things/1', 409, { error: 'no' });
});

watch('detects a missing header', () => {
  assert.throws(() => check('GET', '/things/special', answered(200, [], EVERY)), /without ETag/u);
  assert.throws(() => check('GET', '/things/special', answered(503, { error: 'down' })), /without Retry-After/u);
});
