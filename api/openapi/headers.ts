/** Response headers, and which responses have them. */
import { isOfUser } from '../http/access.ts';
import { COUNTED, TOTAL_AS_OF } from '../http/listing.ts';
import type { Route } from '../http/route.ts';
import type { Schemas } from '../http/schema-types.ts';
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
  Location: { description: 'Where to continue.', schema: { type: 'string', format: 'uri-reference' } },
} as const;

export type HeaderName = keyof typeof HEADERS;
type References = Readonly<Record<string, { readonly $ref: string }>>;

export const references = (names: readonly HeaderName[]): References =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const isKeyed = ({ access: { kind } }: Route): boolean => kind === 'installation' || kind === 'api_key';

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
