/** Builds a listener's OpenAPI 3.1 document from the route declarations that validate its requests. */
import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../domain/own.ts';
import type { Access } from '../http/access.ts';
import { bodyMayBeMissing } from '../http/body.ts';
import { IF_MATCH } from '../http/etag.ts';
import { errorStatusesOf } from '../http/refusals.ts';
import type { Route } from '../http/route.ts';
import type { Schema, Schemas } from '../http/schema-types.ts';
import { GIVEN_ID, isSchema } from '../http/schemas.ts';
import { operationIdOf, parametersIn, tagOf, tagsOf, templateOf } from './audiences.ts';
import { exampleOf } from './example.ts';
import {
  errorBodyOf,
  errorHeadersOf,
  errorResponse,
  errorResponseName,
  HEADERS,
  headersOf,
  references,
  takesIfMatch,
} from './responses.ts';

/** Their values are data, not schemas. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

/** References replace titled schemas, which are added to `named`. Throws if two different schemas have the same title. */
const placing = (named: Map<string, Schema>): ((schema: Schema) => Schema) => {
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside);
    return isSchema(value) ? place(value) : value;
  };

  const place = (schema: Schema): Schema => {
    const placed = Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => [keyword, DATA.has(keyword) ? value : inside(value)]),
    );
    const { title } = placed;
    if (typeof title !== 'string') return placed;
    if (!isDeepStrictEqual(named.get(title) ?? placed, placed)) throw new Error(`two schemas have the title ${title}`);
    named.set(title, placed);
    return { $ref: `#/components/schemas/${title}` };
  };

  return place;
};

const SECURITY_SCHEMES = {
  installation: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The credential of an installation, `coli_…`. Shown once, when it is issued.',
  },
  partner: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: "A partner's key, `colk_…`. It is shown once, when it is made.",
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'The token of a session.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'colophon_session',
    description:
      'The session of a signed-in browser; with TLS its name is `__Host-colophon_session`. Writes must come from the dashboard itself.',
  },
} as const;

type Requirement = Readonly<Partial<Record<keyof typeof SECURITY_SCHEMES, readonly string[]>>>;

const SESSION: readonly Requirement[] = [{ bearer: [] }, { session: [] }];

type Needed = { readonly security: readonly Requirement[]; readonly words: string };

/** `words` is empty for public access. */
const neededFor = (access: Access): Needed => {
  switch (access.kind) {
    case 'anyone':
      return { security: [], words: '' };
    case 'signed_in':
      return { security: SESSION, words: 'Needs a session.' };
    case 'workspace':
      return { security: SESSION, words: `Needs a session with at least role \`${access.role}\` in the workspace.` };
    case 'superadmin':
      return { security: SESSION, words: 'Needs the session of a superadmin.' };
    case 'installation':
      return access.scope === null
        ? { security: [{ installation: [] }], words: 'Needs the credential of an active installation.' }
        : {
            security: [{ installation: [access.scope] }],
            words: `Needs the credential of an active installation with scope \`${access.scope}\`.`,
          };
    case 'api_key':
      return {
        security: [{ partner: [access.scope] }],
        words: `Needs a partner's key with scope \`${access.scope}\`.`,
      };
  }
};

type Parameter = Readonly<Record<string, unknown>>;

type More = { readonly pattern?: string; readonly example?: string };

const header = (name: string, description: string, { pattern, example }: More = {}): Parameter => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', ...defined({ pattern }) },
  ...defined({ example }),
});

const HEADER_PARAMETERS: Readonly<Record<string, Parameter>> = {
  IfNoneMatch: header(
    'If-None-Match',
    'The `ETag` of an earlier response: returns 304, without a body, if nothing has changed since.',
  ),
  IfMatch: header(
    'If-Match',
    'The `ETag` of the record as read: returns 412, without changing anything, if it has changed since.',
    { pattern: IF_MATCH, example: '*' },
  ),
  WorkspaceId: header('X-Workspace-Id', 'The workspace of the request. Optional for users with only one.', {
    pattern: GIVEN_ID,
  }),
  LastEventId: header(
    'Last-Event-ID',
    'Sent by a client that reconnects to a stream: the id of the last event it received. Empty: none.',
    { pattern: '^[0-9]{0,16}$' },
  ),
  InBackground: header(
    'X-Colophon-Background',
    'Any value marks a request sent without user action, such as polling, which does not extend the session.',
    { example: '1' },
  ),
};

const reference = (name: keyof typeof HEADER_PARAMETERS): Parameter => ({ $ref: `#/components/parameters/${name}` });

const TAKES_SLASHES = 'Slashes may be percent-encoded or not.';

const inPath = ({ path, params = {} }: Route): readonly Parameter[] =>
  parametersIn(path).map(({ name, rest }) => {
    const { description = 'The id of the record.', ...schema }: Schema = params[name] ?? { type: 'string' };
    return {
      name,
      in: 'path',
      required: true,
      description: rest ? `${String(description)} ${TAKES_SLASHES}` : description,
      schema: { minLength: 1, ...schema },
      example: exampleOf(schema, name),
    };
  });

const inQuery = ({ query, requiredQuery = [] }: Route): readonly Parameter[] =>
  Object.entries(query).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    description,
    schema,
    ...(requiredQuery.includes(name) ? { required: true, example: exampleOf(schema, name) } : {}),
  }));

const parametersOf = (route: Route): readonly Parameter[] => [
  ...inPath(route),
  ...inQuery(route),
  ...(route.method === 'GET' ? [reference('IfNoneMatch')] : []),
  ...(takesIfMatch(route) ? [reference('IfMatch')] : []),
  ...(route.access.kind === 'workspace' || route.access.kind === 'signed_in' ? [reference('WorkspaceId')] : []),
  ...(route.follow === undefined ? [] : [reference('LastEventId')]),
  ...(route.access.kind === 'workspace' && route.method === 'GET' && route.access.followed !== true
    ? [reference('InBackground')]
    : []),
];

type Shared = {
  readonly place: (schema: Schema) => Schema;
  readonly responses: Map<string, Schema>;
};

const EXTENSION = 'Colophon extension: not part of the agreed interface.';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** For responses whose schema has no description. */
const WORDS: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created.',
  206: 'A part.',
  202: 'Accepted: it will be executed or shown soon.',
  303: 'Continue elsewhere.',
};

const mediaTypeOf = ({ contentMediaType }: Schema): string =>
  typeof contentMediaType === 'string' ? contentMediaType : JSON_TYPE;

const contentOf = (schema: Schema, { place }: Shared): Schema => ({
  [mediaTypeOf(schema)]: { schema: place(schema), example: exampleOf(schema) },
});

/** The data of each server-sent event has the schema of the response. */
const followed = ({ follow }: Route): Schema =>
  follow === undefined
    ? {}
    : { 'text/event-stream': { schema: { type: 'string', description: 'Server-sent events.' } } };

const streamed = ({ streams = [] }: Route): Schema =>
  Object.fromEntries(
    streams.map((type) => [
      type,
      {
        schema: {
          ...(type.endsWith('+json') ? { type: ['array', 'object'] } : { type: 'string' }),
          description: 'With `format`: a file.',
        },
      },
    ]),
  );

const answer = (route: Route, status: number, schema: Schema, shared: Shared): Schema => ({
  description: typeof schema['description'] === 'string' ? schema['description'] : (WORDS[status] ?? 'As declared.'),
  headers: headersOf(route, status),
  // A redirect has no body.
  ...(status >= 300 && status < 400
    ? {}
    : { content: { ...contentOf(schema, shared), ...followed(route), ...streamed(route) } }),
});

/** Routes share a response, which has the headers that any of them sends. */
const refusal = (route: Route, status: number, { place, responses }: Shared): Schema => {
  const name = errorResponseName(route.path, status);
  const known = responses.get(name) ?? errorResponse(route, status, place);
  const headers = { ...(known['headers'] as Schema), ...errorHeadersOf(route, status) };
  responses.set(name, { ...known, headers });
  return { $ref: `#/components/responses/${name}` };
};

/** A route with its own error shape may also return the shared one. */
const ownRefusal = (route: Route, status: number, own: Schema, shared: Shared): Schema => {
  const error = errorResponse(route, status, shared.place);
  const isJson = mediaTypeOf(own) === JSON_TYPE;
  const either = isJson ? { anyOf: [own, errorBodyOf(route.path)] } : own;
  return { ...error, content: { ...(error['content'] as Schema), ...contentOf(either, shared) } };
};

const responsesOf = (route: Route, shared: Shared): Schemas => {
  const { method, responses } = route;
  const declared = Object.entries(responses).map(
    ([status, schema]) => [status, answer(route, Number(status), schema, shared)] as const,
  );
  const unchanged = method === 'GET' ? [['304', { $ref: '#/components/responses/NotModified' }] as const] : [];
  const refused = errorStatusesOf(route).map((status) => {
    const own = responses[status];
    const answered = own === undefined ? refusal(route, status, shared) : ownRefusal(route, status, own, shared);
    return [String(status), answered] as const;
  });
  return Object.fromEntries([...declared, ...unchanged, ...refused]);
};

const bodyOf = (route: Route, { place }: Shared): Schema => {
  const { body, form } = route;
  if (body === undefined) return {};
  const content = { [form === true ? FORM_TYPE : JSON_TYPE]: { schema: place(body), example: exampleOf(body) } };
  return { requestBody: { required: !bodyMayBeMissing(route), content } };
};

const operationOf = (route: Route, shared: Shared): Schema => {
  const { security, words } = neededFor(route.access);
  const isExtension = route.extension === true;
  return {
    operationId: operationIdOf(route),
    tags: [tagOf(route)],
    summary: route.summary,
    description: [route.description, words, isExtension ? EXTENSION : ''].filter((text) => text !== '').join(' '),
    ...(isExtension ? { 'x-extension': true } : {}),
    security,
    parameters: parametersOf(route),
    ...bodyOf(route, shared),
    responses: responsesOf(route, shared),
  };
};

export type Contract = {
  readonly title: string;
  /** The version of the API, not of the program. */
  readonly version: string;
  readonly description: string;
  /** The public URL of the listener. */
  readonly url: string;
  readonly routes: readonly Route[];
};

const NOT_MODIFIED: Schema = {
  description: 'Nothing has changed since the response with this `ETag`.',
  headers: references(['X-Request-Id', 'ETag', 'Link', 'RateLimit', 'RateLimit-Policy']),
};

/** If several routes share an address, the first one wins. */
const pathsOf = (routes: readonly Route[], shared: Shared): Readonly<Record<string, Schemas>> => {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const route of routes) {
    const operations = (paths[templateOf(route.path)] ??= {});
    operations[route.method.toLowerCase()] ??= operationOf(route, shared);
  }
  return paths;
};

const schemesOf = (routes: readonly Route[]): Readonly<Record<string, unknown>> => {
  const used = new Set(routes.flatMap(({ access }) => neededFor(access).security.flatMap(Object.keys)));
  return Object.fromEntries(Object.entries(SECURITY_SCHEMES).filter(([name]) => used.has(name)));
};

export const openApiDocument = ({ title, version, description, url, routes }: Contract): Schema => {
  const schemas = new Map<string, Schema>();
  const shared: Shared = { place: placing(schemas), responses: new Map([['NotModified', NOT_MODIFIED]]) };
  const paths = pathsOf(routes, shared);
  return {
    openapi: '3.1.0',
    info: { title, version, description },
    servers: [{ url }, { url: '/', description: 'The server of this document.' }],
    tags: tagsOf(routes),
    paths,
    components: {
      schemas: Object.fromEntries(schemas),
      responses: Object.fromEntries(shared.responses),
      parameters: HEADER_PARAMETERS,
      headers: HEADERS,
      securitySchemes: schemesOf(routes),
    },
  };
};
