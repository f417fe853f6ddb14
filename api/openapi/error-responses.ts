/** Error responses shared by all routes: the meaning of each status, and its body. */
import { REQUEST } from '../../domain/limits.ts';
import { formatBytes } from '../http/amounts.ts';
import type { Route } from '../http/route.ts';
import type { Schema } from '../http/schema-types.ts';
import { errorBodyOf } from './error-body.ts';
import { errorHeadersOf, isKeyed } from './headers.ts';
import { errorBody, isIntegrations } from '../http/error-body.ts';

type Refusal = {
  readonly name: string;
  readonly description: string;
  /** Example of `error` in the body. */
  readonly error: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** The code of the example in the integrations API, which uses no other statuses. */
  readonly code?: string;
  /** The example of routes that take a credential, if it differs; it has the code above. */
  readonly keyed?: Pick<Refusal, 'error' | 'details'>;
};

const REFUSALS: Readonly<Record<number, Refusal>> = {
  400: {
    name: 'BadRequest',
    description: 'A parameter, the body or the workspace is missing, malformed or out of bounds; `details` names it.',
    error: 'invalid query parameter page: must be >= 1',
    details: { errors: [{ parameter: 'page', message: 'must be >= 1' }] },
    code: 'invalid_query',
  },
  401: {
    name: 'Unauthorized',
    description: 'The credential is missing or unknown.',
    error: 'not signed in',
    code: 'missing_credential',
    keyed: { error: 'a credential is required in X-API-Key' },
  },
  403: {
    name: 'Forbidden',
    description: 'The credential does not permit this, because of its state, role, scope, workspace or origin.',
    error: 'your role does not allow this',
    details: { needed: 'workspace_admin' },
    code: 'scope_missing',
    keyed: {
      error: 'the installation lacks the scope',
      details: { needed: 'people.read', granted: ['publications.read'] },
    },
  },
  404: { name: 'NotFound', description: 'There is no such record.', error: 'no such record', code: 'not_found' },
  409: {
    name: 'Conflict',
    description: 'The state of the record does not allow it, or concurrent changes kept conflicting.',
    error: 'it is archived',
  },
  412: {
    name: 'PreconditionFailed',
    description: 'The record has changed since the `ETag` in `If-Match`.',
    error: 'If-Match does not match the current record',
    details: { field: 'If-Match' },
  },
  413: {
    name: 'ContentTooLarge',
    description: `The body is larger than ${formatBytes(REQUEST.bodyBytes)}, or a form than ${formatBytes(REQUEST.formBytes)}.`,
    error: 'the body is too large',
    details: { accepted: `at most ${formatBytes(REQUEST.bodyBytes)}` },
  },
  414: {
    name: 'UriTooLong',
    description: `The address, with its query, is longer than ${formatBytes(REQUEST.urlBytes)}.`,
    error: 'the address is too long',
    details: { accepted: `at most ${formatBytes(REQUEST.urlBytes)}` },
    code: 'invalid_query',
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'This address does not accept the media type of the body.',
    error: 'this address does not accept that media type',
    details: { accepted: 'application/json' },
  },
  429: {
    name: 'TooManyRequests',
    description: 'The rate limit is reached.',
    error: 'too many requests',
    details: { limit: 60, window_seconds: 60 },
    code: 'rate_limited',
  },
  500: {
    name: 'InternalError',
    description: 'An internal error; the log has the correlation id.',
    error: 'internal error',
    details: { correlation_id: '01890c3e-6a5f-7c1b-9d2e-4f5a6b7c8d9e' },
    code: 'internal_error',
  },
  503: {
    name: 'Unavailable',
    description: 'A store or provider is unavailable, or the request timed out.',
    error: 'the event store cannot be reached at the moment',
    details: { correlation_id: '01890c3e-6a5f-7c1b-9d2e-4f5a6b7c8d9e' },
    code: 'unavailable',
  },
};

const refusal = (status: number): Refusal => {
  const found = REFUSALS[status];
  if (found === undefined) throw new Error(`no words for the status ${status}`);
  return found;
};

export const errorResponseName = (path: string, status: number): string =>
  `${isIntegrations(path) ? 'Integrations' : ''}${refusal(status).name}`;

/** `place` moves a schema to its place in the contract. */
export const errorResponse = (route: Route, status: number, place: (schema: Schema) => Schema): Schema => {
  const { path } = route;
  const { description, code, keyed, ...shared } = refusal(status);
  const own = isKeyed(route) ? keyed : undefined;
  const { error, details = null } = own ?? shared;
  if (isIntegrations(path) && code === undefined) throw new Error(`${path} has no code for the status ${status}`);
  return {
    description,
    headers: errorHeadersOf(route, status),
    content: {
      'application/json': {
        schema: place(errorBodyOf(path)),
        example: errorBody(path, {
          status,
          ...(isIntegrations(path) || own !== undefined ? { code } : {}),
          body: { error, details },
          headers: {},
        }),
      },
    },
  };
};
