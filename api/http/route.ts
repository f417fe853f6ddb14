/** A route as a declaration: what it takes and answers is data, from which it is validated and will be described. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Revision } from '../../domain/event.ts';
import type { Access, Granted, GrantedBy, WorkspaceAccess } from './access.ts';
import type { NoSchemas, QueryOf, Schema, Schemas, ShownOf, ValueOf } from './schema.ts';

type AnyParams = Readonly<Record<string, string>>;
type AnyQuery = Readonly<Record<string, string | number | boolean | undefined>>;

/** What was sent. */
type Sent<Params = AnyParams, Query = AnyQuery, Body = unknown> = {
  /** Path parameters, percent-decoded. */
  readonly params: Params;
  /** The path as it was sent, without the query. */
  readonly rawPath: string;
  /** The query as it was sent, without its question mark: which parameters were given, before defaults. */
  readonly rawQuery: string;
  /** Validated, typed and with defaults filled in, as the route's query schema says. */
  readonly query: Query;
  /** Validated against the route's body schema; undefined where the route takes none. */
  readonly body: Body;
  readonly headers: IncomingHttpHeaders;
  readonly correlationId: string;
  /** Aborted when the client has gone or the request's time is up. */
  readonly signal: AbortSignal;
};

/** With a query that is as these parameters declare. */
export type Asking<Query extends Schemas> = Sent<AnyParams, QueryOf<Query, never>>;

/** What a route gets of which no more is known. */
export type Request = Sent & Granted;

/** What a route with workspace access gets. */
export type WorkspaceRequest<Params = AnyParams, Body = unknown> = Sent<Params, AnyQuery, Body> &
  GrantedBy<WorkspaceAccess>;

/** Several values are several headers of the name. */
export type Headers = Readonly<Record<string, string | readonly string[]>>;

type Sending = {
  /** A page for people, sent as it is in place of the body. */
  readonly html?: string;
  /** Sent as it is in place of the body. */
  readonly file?: { readonly type: string; readonly content: Buffer };
  /** For one record: the revision of its last event, which leads its ETag. */
  readonly revision?: Revision;
  readonly headers?: Headers;
  /** Where answers are kept while their version holds: no longer than this, in epoch milliseconds. */
  readonly keptUntil?: number;
};

/** With the body that is sent as JSON. */
export type Answer<Body = unknown> = Sending & { readonly status?: number; readonly body: Body };

/** Schemas of bodies, by status. */
export type Responses = Readonly<Record<number, Schema>>;

type Status<S> = S extends 200 ? { readonly status?: S } : { readonly status: S };

/** Of these statuses, 200 if none is said, each with a body as its schema says; or a page or a file. */
export type AnswerOf<R extends Responses> =
  | { [S in keyof R & number]: Sending & Status<S> & { readonly body: ShownOf<R[S]> } }[keyof R & number]
  | (Answer<null> & (Required<Pick<Sending, 'html'>> | Required<Pick<Sending, 'file'>>));

/** One event of a stream. */
export type StreamedEvent = {
  readonly event: string;
  /** What a client that reconnects sends as `Last-Event-ID`. */
  readonly id: string;
  readonly data: unknown;
};

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export type Route = {
  readonly method: Method;
  /** In path-to-regexp syntax; `*name` takes the rest of the path. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly description: string;
  /** True of what the interface documents do not have. */
  readonly extension?: true;
  /** Schemas of the path's parameters, by name; a text where none is given. */
  readonly params?: Schemas;
  readonly query: Schemas;
  /** Parameters that must be sent. */
  readonly requiredQuery?: readonly string[];
  /** Parameters that it does not know are passed on as texts: they are another service's, not a typing error. */
  readonly takesAnyQuery?: true;
  /** Schema of the JSON body, which is then required, except by a POST of whose properties none is. */
  readonly body?: Schema;
  /** Takes its body as a browser sends a form, rather than as JSON. */
  readonly form?: true;
  /** Schema of the body, by status; one with `contentMediaType` is sent as that, any other as JSON. */
  readonly responses: Responses;
  /** Statuses that answer with an error body, besides those that access, query and body imply. */
  readonly errors: readonly number[];
  /** For operations that may take longer than other requests. */
  readonly timeoutMs?: number;
  /**
   * Present if the route can also be followed: `Accept: text/event-stream` is answered by events until the signal is aborted,
   * which it is when the client has gone. Throws before the first one if there is to be no stream.
   */
  follow?(this: void, request: Request, signal: AbortSignal): AsyncIterable<StreamedEvent>;
  /** Present if answers may be kept: as long as this is the same, so is the answer to the same URL. Only for what everybody may read. */
  readonly version?: (request: Request) => Promise<string>;
  handle(request: Request): Promise<Answer>;
};

type ParamsOf<P> = { readonly [Name in keyof P]: string };

type BodyOf<S> = S extends Schema ? ValueOf<S> : undefined;

/** What a route gets that declares its access, its parameters, its query and those of it that are needed like this. */
export type RequestOf<A extends Access, Params, Query extends Schemas, Needed = never, Body = unknown> = GrantedBy<A> &
  Sent<ParamsOf<Params>, QueryOf<Query, Needed>, Body>;

type Untyped = Pick<
  Route,
  'summary' | 'description' | 'extension' | 'takesAnyQuery' | 'form' | 'timeoutMs' | 'version'
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

/**
 * A route whose requests and answers have the types that its declaration says: of parameters, query, bodies, and of what its access
 * grants. `at`: such as `GET /api/works/:id`.
 */
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
