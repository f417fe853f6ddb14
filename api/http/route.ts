/** A route as a declaration: its requests and answers are data, which validation and the OpenAPI document use. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Revision } from '../../domain/event.ts';
import type { Access, Granted, GrantedBy, WorkspaceAccess } from './access.ts';
import type { NoSchemas, QueryOf, Schema, Schemas, ShownOf, ValueOf } from './schema-types.ts';

type AnyParams = Readonly<Record<string, string>>;
type AnyQuery = Readonly<Record<string, string | number | boolean | undefined>>;

type SentRequest<Params = AnyParams, Query = AnyQuery, Body = unknown> = {
  /** Path parameters, percent-decoded. */
  readonly params: Params;
  /** The raw path, without the query. */
  readonly rawPath: string;
  /** The raw query, without its question mark and without defaults. */
  readonly rawQuery: string;
  /** Validated and typed by the route's query schema, with defaults filled in. */
  readonly query: Query;
  /** Validated against the route's body schema; undefined if the route has none. */
  readonly body: Body;
  readonly headers: IncomingHttpHeaders;
  /** Aborted on timeout or when the client disconnects. */
  readonly signal: AbortSignal;
};

export type QueryRequest<Query extends Schemas> = SentRequest<AnyParams, QueryOf<Query, never>>;

export type Request = SentRequest & Granted;

export type WorkspaceRequest<Params = AnyParams, Body = unknown> = SentRequest<Params, AnyQuery, Body> &
  GrantedBy<WorkspaceAccess>;

/** A list is sent as several headers of the same name. */
export type Headers = Readonly<Record<string, string | readonly string[]>>;

export type Streamed = {
  readonly type: string;
  /** The same while what is sent would be the same. */
  readonly version: string;
  /** How many there will be, if that is known. */
  readonly bytes?: number;
  /** Ends with the signal, when the client disconnects. */
  open(this: void, signal: AbortSignal): AsyncIterable<string | Uint8Array>;
};

type AnswerOptions = {
  /** An HTML page, sent unchanged instead of the body. */
  readonly html?: string;
  /** Sent unchanged instead of the body. */
  readonly file?: { readonly type: string; readonly content: Buffer };
  /** Sent unchanged instead of the body, as it is produced; never cached. */
  readonly stream?: Streamed;
  /** For one record: the revision of its last event, the first part of its ETag. */
  readonly revision?: Revision;
  readonly headers?: Headers;
  /** Expiry of a cached answer, in epoch milliseconds, even if its version is unchanged. */
  readonly cacheUntil?: number;
};

/** `body` is sent as JSON. */
export type Answer<Body = unknown> = AnswerOptions & { readonly status?: number; readonly body: Body };

export type Responses = Readonly<Record<number, Schema>>;

type Status<S> = S extends 200 ? { readonly status?: S } : { readonly status: S };

/** An answer with one of these statuses, 200 by default, and a body of its schema; or a page, a file or a stream. */
export type AnswerOf<R extends Responses> =
  | { [S in keyof R & number]: AnswerOptions & Status<S> & { readonly body: ShownOf<R[S]> } }[keyof R & number]
  | (Answer<null> &
      { [Sent in 'html' | 'file' | 'stream']: Required<Pick<AnswerOptions, Sent>> }['html' | 'file' | 'stream']);

export type StreamedEvent = {
  readonly event: string;
  /** Sent as `Last-Event-ID` by a client that reconnects. */
  readonly id: string;
  readonly data: unknown;
};

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export type Route = {
  readonly method: Method;
  /** In path-to-regexp syntax; `*name` matches the rest of the path. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly description: string;
  /** True if it is not part of the agreed interface. */
  readonly extension?: true;
  /** Schemas of path parameters, by name; default: a string. */
  readonly params?: Schemas;
  readonly query: Schemas;
  readonly requiredQuery?: readonly string[];
  /** Accepts unknown parameters, as strings: another service adds them. */
  readonly takesAnyQuery?: true;
  /** Schema of the JSON body, which is then required, except for a POST without required properties. */
  readonly body?: Schema;
  /** For a body that may be larger than `REQUEST.bodyBytes`. */
  readonly bodyBytes?: number;
  /** Accepts an URL-encoded HTML form instead of JSON. */
  readonly form?: true;
  /** Body schemas by status; `contentMediaType` sets the media type, which is otherwise JSON. */
  readonly responses: Responses;
  /** Media types of the files that it also sends. */
  readonly streams?: readonly string[];
  /**
   * Present if the answer depends on `Accept`: what of it a cached answer is for. Throws for one that cannot be met.
   */
  readonly variant?: (request: Request) => string;
  /** Error statuses besides those that access, query and body imply. */
  readonly errors: readonly number[];
  /** For operations that need longer than the default timeout. */
  readonly timeoutMs?: number;
  /**
   * Present if the route also streams: `Accept: text/event-stream` gets events until the signal is aborted, when the client
   * disconnects. To reject the request, throws before the first event.
   */
  follow?(this: void, request: Request, signal: AbortSignal): AsyncIterable<StreamedEvent>;
  /** Makes answers cacheable: the same URL has the same answer while the version is unchanged. Only for public answers. */
  readonly version?: (request: Request) => Promise<string>;
  handle(request: Request): Promise<Answer>;
};

type ParamsOf<P> = { readonly [Name in keyof P]: string };

type BodyOf<S> = S extends Schema ? ValueOf<S> : undefined;

export type RequestOf<A extends Access, Params, Query extends Schemas, Needed = never, Body = unknown> = GrantedBy<A> &
  SentRequest<ParamsOf<Params>, QueryOf<Query, Needed>, Body>;

type Untyped = Pick<
  Route,
  | 'summary'
  | 'description'
  | 'extension'
  | 'takesAnyQuery'
  | 'form'
  | 'bodyBytes'
  | 'timeoutMs'
  | 'version'
  | 'streams'
  | 'variant'
>;

type Declaration<Params, Query, Needed, Body, R, Declared, Answered> = Untyped & {
  readonly params?: Params;
  readonly query?: Query;
  readonly requiredQuery?: readonly Needed[];
  readonly body?: Body;
  readonly responses: Declared;
  readonly errors?: readonly number[];
  follow?(this: void, request: R, signal: AbortSignal): AsyncIterable<StreamedEvent>;
  handle(request: R): Promise<Answered>;
};

/** A route whose requests and answers are typed by its access and declaration. `at`: such as `GET /api/works/:id`. */
export function route<
  A extends Access,
  const Declared extends Responses,
  const Answered extends AnswerOf<Declared>,
  const Params extends Schemas = NoSchemas,
  const Query extends Schemas = NoSchemas,
  const Needed extends keyof Query = never,
  const Body extends Schema | undefined = undefined,
>(
  at: `${Method} ${string}`,
  access: A,
  declaration: Declaration<
    Params,
    Query,
    Needed,
    Body,
    RequestOf<A, Params, Query, Needed, BodyOf<Body>>,
    Declared,
    Answered
  >,
): Route;
export function route(
  at: string,
  access: Access,
  declaration: Pick<Route, 'summary' | 'description' | 'responses' | 'handle'>,
): Route {
  const [method, path] = at.split(' ') as [Method, string];
  return { method, path, access, query: {}, errors: [], ...declaration };
}
