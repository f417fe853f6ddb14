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

watch('accepts the refusals that follow from access', () => {
  passes('/things/1', 401, { error: 'not signed in', details: null });
  fails('/things/special', 401, { error: 'not signed in' });
});

watch('detects a refusal in the format of another API', () => {
  fails('/things/1', 404, { message: 'no' });
  passes('/integrations/v1/things', 404, { error: 'no', code: 'not_found', details: null });
  fails('/integrations/v1/things', 404, { error: 'no' });
  fails('/integrations/v1/things', 404, { error: 'no', code: 'lost' });
});

watch('detects a 400 without a list of errors', () => {
  const refusal = { error: 'no', code: 'invalid_request' };
  passes('/things/1', 400, { ...refusal, details: { errors: [{ message: 'no' }] } });
  for (const details of [null, {}, { field: 'x' }, { errors: [] }]) fails('/things/1', 400, { ...refusal, details });
});

watch('detects an error without a code', () => {
  passes('/things/1', 404, { error: 'no', code: 'not_found' });
  fails('/things/1', 404, { error: 'no' });
});

watch('detects an undeclared header of an error', () => {
  const body = { error: 'no', code: 'not_found' };
  const headers = { ...EVERY, ratelimit: 'x' };
  assert.throws(() => check('GET', '/things/1', answered(404, body, headers)), /headers that are not declared/u);
});

watch('detects a missing header', () => {
  assert.throws(() => check('GET', '/things/special', answered(200, [], EVERY)), /without ETag/u);
  assert.throws(() => check('GET', '/things/special', answered(503, { error: 'down' })), /without Retry-After/u);
});

watch('accepts the response of a URL without a route', () => {
  passes('/elsewhere', 404, { error: 'no such address', code: 'not_found' });
  fails('/elsewhere', 200, {});
});
