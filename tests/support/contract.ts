/** Checks that responses match their route's declaration: the status, the shape of the body, and that of an error. */
import assert from 'node:assert/strict';
import Router from '@koa/router';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { PARSED_FORMATS } from '../../api/http/identifiers.ts';
import { errorStatusesOf } from '../../api/http/refusals.ts';
import type { Route } from '../../api/http/route.ts';
import type { Schema } from '../../api/http/schema-types.ts';
import { errorBodyOf, errorHeadersOf, HEADERS } from '../../api/openapi/responses.ts';

/** The documents with these schemas are validated as a whole elsewhere, and most are compiled to be used a few times. */
export const ajv = new Ajv2020({ strict: false, validateSchema: false, code: { optimize: false } });
addFormats.default(ajv);
for (const format of PARSED_FORMATS) ajv.addFormat(format, true);

const compiled = new WeakMap<Schema, ValidateFunction>();

/** Compiled once per schema. */
export const validatorOf = (schema: Schema): ValidateFunction => {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  // Two schemas may share a title, which is not an id.
  const validate = ajv.compile(schema);
  compiled.set(schema, validate);
  return validate;
};

export type Answered = { readonly status: number; readonly headers: Headers; readonly text: string };
export type Contract = (method: string, path: string, answered: Answered) => void;

/** The response of a URL without a route. */
const UNROUTED = [404, 405, 501];

const valueIn = ({ headers, text }: Answered): unknown =>
  headers.get('content-type')?.includes('json') === true ? (JSON.parse(text) as unknown) : text;

/** Headers that every response has. */
const neverWithout = (route: Route | undefined, status: number): readonly string[] => [
  'X-Request-Id',
  ...(route?.method === 'GET' && status < 300 ? ['ETag'] : []),
  ...(status === 401 ? ['WWW-Authenticate'] : []),
  ...(status === 429 || status === 503 ? ['Retry-After'] : []),
  ...(status >= 300 && status < 400 ? ['Location'] : []),
];

/** Headers of the contract that an error has but its route does not declare; a route's own refusal has those of its responses. */
const undeclared = (route: Route | undefined, { status, headers }: Answered): readonly string[] => {
  if (route === undefined || status < 400 || route.responses[status] !== undefined) return [];
  const declared = errorHeadersOf(route, status);
  return Object.keys(HEADERS).filter((name) => headers.has(name) && !Object.hasOwn(declared, name));
};

/** A 400 lists its errors, with or without the name of a field. */
const isListed = (status: number, body: unknown): boolean => {
  if (status !== 400 || typeof body !== 'object') return true;
  const { details } = body as { readonly details?: { readonly errors?: unknown } | null };
  return Array.isArray(details?.errors) && details.errors.length > 0;
};

/** Every error has a code, except a 500 and the 401 of a request without a session. */
const hasItsCode = (status: number, body: unknown): boolean => {
  if (status < 400 || status === 500 || status === 401 || typeof body !== 'object' || body === null) return true;
  return !('error' in body) || typeof (body as { readonly code?: unknown }).code === 'string';
};

const complaintOf = (schema: Schema, value: unknown): string | null => {
  const validate = validatorOf(schema);
  return validate(value) ? null : ajv.errorsText(validate.errors);
};

/** A file in a declared format. */
const isDeclaredStream = (route: Route | undefined, { status, headers }: Answered): boolean =>
  status === 200 && route?.streams?.includes((headers.get('content-type') ?? '').split(';')[0] ?? '') === true;

/** Routes are found as by a listener: the first match. Throws for an undeclared response. */
export const contractOf = (routes: readonly Route[]): Contract => {
  const router = new Router();
  routes.forEach(({ method, path }, index) =>
    router.register(path, method === 'GET' ? ['GET', 'HEAD'] : [method], () => undefined, { name: String(index) }),
  );
  const matching = (method: string, path: string): Route | undefined =>
    routes[Number(router.match(path, method).pathAndMethod[0]?.name ?? Number.NaN)];
  /** The URL of a record without its id is refused like the record's. */
  const routeOf = (method: string, path: string): Route | undefined => {
    const record = path.endsWith('/') ? matching(method, `${path}x`) : undefined;
    const listing = record?.path.replace(/[:*]\w+$/u, '');
    return listing === path.toLowerCase() ? record : matching(method, path);
  };

  return (method, address, answered) => {
    const { status, text } = answered;
    // These have no body to compare.
    if (method === 'HEAD' || method === 'OPTIONS' || status === 304) return;
    const { pathname } = new URL(`http://localhost${address}`);
    const route = routeOf(method, pathname);
    if (isDeclaredStream(route, answered)) return;
    const refusals = route === undefined ? UNROUTED : errorStatusesOf(route);
    const declared = [route?.responses[status], refusals.includes(status) ? errorBodyOf(pathname) : undefined];
    const schemas = declared.filter((schema) => schema !== undefined);
    const outcome = `${method} ${address} answered ${status}: ${text.slice(0, 1_000)}`;
    assert.ok(schemas.length > 0, `${outcome} — which is not declared`);
    for (const name of neverWithout(route, status))
      assert.ok(answered.headers.has(name), `${outcome} — without ${name}`);
    assert.deepEqual(undeclared(route, answered), [], `${outcome} — with headers that are not declared`);
    assert.ok(isListed(status, valueIn(answered)), `${outcome} — without a list of what is wrong`);
    assert.ok(hasItsCode(status, valueIn(answered)), `${outcome} — without a code`);
    const complaints = schemas.map((schema) => complaintOf(schema, valueIn(answered)));
    assert.ok(complaints.includes(null), `${outcome} — not as declared: ${complaints.join('; or ')}`);
  };
};

/** `fetch` on a listener, whose responses must be as declared. */
export const watchedFetch =
  (contract: Contract, url: () => string) =>
  async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(`${url()}${path}`, init);
    const { status, headers } = response;
    contract(init.method ?? 'GET', path, { status, headers, text: await response.clone().text() });
    return response;
  };
