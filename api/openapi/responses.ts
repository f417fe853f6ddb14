/** What all operations share of their responses: headers, error bodies, and the meaning of each error status. */
import { REQUEST } from '../../domain/limits.ts';
import { isOfUser } from '../http/access.ts';
import { formatBytes } from '../http/amounts.ts';
import { ERROR_CODES, errorBody, GENERAL_CODES, isIntegrations } from '../http/error-body.ts';
import { COUNTED, TOTAL_AS_OF } from '../http/listing.ts';
import type { Route } from '../http/route.ts';
import type { Schema, Schemas } from '../http/schema-types.ts';
import { typesAmong, WARNING } from '../http/unknown-type.ts';
import { STRING } from '../http/schemas.ts';

const text = (description: string) => ({ description, schema: STRING });

export const HEADERS = {
  'X-Request-Id': text(
    'Identifies this request in the logs: the one that the request sent, else a new one, which is also the `correlation_id` of the events that ' +
      'the request causes. A sent one is kept beside these events; their `correlation_id` is derived from it and the sender, so requests of ' +
      'one sender under one id share it, and no one else can add to it.',
  ),
  ETag: text(
    'The tag of this state; `If-None-Match` compares all of it. The tag of a record begins with its revision, which ' +
      '`If-Match` compares.',
  ),
  'Retry-After': { description: 'Seconds until a retry may succeed.', schema: { type: 'integer', minimum: 0 } },
  RateLimit: text('Requests left in the current window, and seconds until it ends. Absent if requests are unlimited.'),
  'RateLimit-Policy': text('Requests per window, and its length in seconds.'),
  'WWW-Authenticate': text('The kind of credential that is needed.'),
  'X-Colophon-Pending': text(
    'Present if the change is recorded but some listings do not show it yet; contains their names.',
  ),
  'X-Colophon-Position': {
    description:
      'With `X-Colophon-Pending`: the position of the change. `GET /api/changes/pending` of the dashboard reports whether listings show it.',
    schema: { type: 'integer', minimum: 0 },
  },
  Link: text('With `cursor`: the next page, as `rel="next"` (RFC 8288).'),
  [TOTAL_AS_OF]: {
    description: 'When `total` was counted. Absent if this request counted it exactly.',
    schema: { type: 'string', format: 'date-time' },
  },
  [WARNING]: text(
    'Present if the request is answered but probably not meant so, such as a filter by a type that CSL does not have; names what may be meant.',
  ),
  Location: { description: 'Where to continue.', schema: { type: 'string', format: 'uri-reference' } },
} as const;

type HeaderName = keyof typeof HEADERS;
type References = Readonly<Record<string, { readonly $ref: string }>>;

export const references = (names: readonly HeaderName[]): References =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const isKeyed = ({ access: { kind } }: Route): boolean => kind === 'installation' || kind === 'api_key';

/** Whether its response has a revision that a write can require. */
export const takesIfMatch = ({ method, errors }: Route): boolean => method !== 'GET' && errors.includes(412);

const showsTotals = ({ responses }: Route): boolean => {
  const { properties = {} } = (responses[200] ?? {}) as { readonly properties?: Schemas };
  return Object.values(properties).includes(COUNTED);
};

export const headersOf = (route: Route, status: number): References => {
  const { method, access } = route;
  const isRead = method === 'GET';
  const waits = !isRead && access.kind !== 'anyone' && access.kind !== 'signed_in';
  return references([
    'X-Request-Id',
    ...(isRead || takesIfMatch(route) ? (['ETag'] as const) : []),
    ...('cursor' in route.query && !isOfUser(route.access) ? (['Link'] as const) : []),
    ...(showsTotals(route) ? ([TOTAL_AS_OF] as const) : []),
    ...(isRead && typesAmong(route.query).length > 0 ? ([WARNING] as const) : []),
    ...(isKeyed(route) ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
    ...(waits ? (['X-Colophon-Pending', 'X-Colophon-Position'] as const) : []),
    ...(status >= 300 ? (['Location'] as const) : []),
  ]);
};

/** Refused before the request is counted. */
const UNCOUNTED: ReadonlySet<number> = new Set([401, 403]);

const isCounted = (route: Route, status: number): boolean =>
  status === 429 || (isKeyed(route) && !UNCOUNTED.has(status));

export const errorHeadersOf = (route: Route, status: number): References =>
  references([
    'X-Request-Id',
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...(isCounted(route, status) ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
  ]);

const ERROR = { type: 'string', description: 'What is wrong.' };
const DETAILS = {
  type: ['object', 'null'],
  description:
    'Details of the error, if known: the `field` or `parameter`, what is `accepted`, the individual `errors`, or the ' +
    '`correlation_id` with which the operator finds the cause. A 400 always has `errors`.',
  properties: {
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['message'],
        properties: {
          field: { type: 'string', description: 'A field of the body, or a header.' },
          parameter: { type: 'string', description: 'A parameter of the query or path.' },
          message: { type: 'string' },
        },
      },
    },
  },
};

const ERROR_BODY: Schema = {
  title: 'Error',
  type: 'object',
  required: ['error'],
  properties: {
    error: ERROR,
    code: {
      type: 'string',
      description:
        'For programs: the rule or key check that failed, or else the kind of error: ' +
        `${GENERAL_CODES.map((code) => `\`${code}\``).join(', ')}. A 500 has none, nor has the 401 of a request without a session.`,
    },
    details: DETAILS,
  },
  additionalProperties: true,
};

const INTEGRATIONS_ERROR_BODY: Schema = {
  title: 'IntegrationsError',
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: ERROR,
    code: { type: 'string', enum: ERROR_CODES, description: 'The error, for programs.' },
    details: DETAILS,
  },
  additionalProperties: false,
};

export const errorBodyOf = (path: string): Schema => (isIntegrations(path) ? INTEGRATIONS_ERROR_BODY : ERROR_BODY);

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
  406: {
    name: 'NotAcceptable',
    description: 'No format of this address has a media type that `Accept` allows.',
    error: 'no format has a media type that Accept allows',
    details: { accepted: ['application/json', 'application/x-bibtex'] },
    code: 'invalid_query',
  },
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
    description:
      `The body is larger than ${formatBytes(REQUEST.bodyBytes)}, a form than ${formatBytes(REQUEST.formBytes)}, or a list of references ` +
      `than ${formatBytes(REQUEST.referencesBodyBytes)}.`,
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
  416: {
    name: 'RangeNotSatisfiable',
    description: 'The file has no such range of bytes.',
    error: 'the file has no such range',
    details: { accepted: 'a range within 12345 bytes' },
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
