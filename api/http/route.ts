/** A route as a declaration: what it takes and answers is data, from which it is validated and will be described. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../../commands/caller.ts';
import type { Revision } from '../../domain/event.ts';
import type { Role } from '../../domain/member/events.ts';
import type { Access, Granted } from './access.ts';
import type { Principal } from './principal.ts';

/** A JSON Schema (2020-12 vocabulary that ajv checks). */
export type Schema = { readonly [keyword: string]: unknown };
export type QuerySchema = Readonly<Record<string, Schema>>;

export type Request = {
  /** Path parameters, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** The path as it was sent, without the query. */
  readonly rawPath: string;
  /** The query as it was sent, without its question mark: which parameters were given, before defaults. */
  readonly rawQuery: string;
  /** Validated, typed and with defaults filled in, as the route's query schema says. */
  readonly query: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Validated against the route's body schema; undefined where the route takes none. */
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
  readonly correlationId: string;
  /** Aborted when the client has gone or the request's time is up. */
  readonly signal: AbortSignal;
} & Granted;

/** What a route with workspace access gets. */
export type WorkspaceRequest = Request & {
  readonly principal: Principal;
  readonly caller: Caller;
  readonly role: Role;
};

/** Several values are several headers of the name. */
export type Headers = Readonly<Record<string, string | readonly string[]>>;

export type Answer = {
  readonly status?: number;
  /** Sent as JSON. */
  readonly body: unknown;
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

/** What a cacheable answer depends on: as long as this string is the same, so is the answer to the same URL. */
export type Version = string;

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
  readonly params?: Readonly<Record<string, Schema>>;
  readonly query: QuerySchema;
  /** Parameters that must be sent. */
  readonly requiredQuery?: readonly string[];
  /** Parameters that it does not know are passed on as texts: they are another service's, not a typing error. */
  readonly takesAnyQuery?: true;
  /** Schema of the JSON body, which is then required, except by a POST of whose properties none is. */
  readonly body?: Schema;
  /** Takes its body as a browser sends a form, rather than as JSON. */
  readonly form?: true;
  /** Schema of the body, by status; one with `contentMediaType` is sent as that, any other as JSON. */
  readonly responses: Readonly<Record<number, Schema>>;
  /** Statuses that answer with an error body; those that access, query and body imply need not be listed. */
  readonly errors: readonly number[];
  /** For operations that may take longer than other requests. */
  readonly timeoutMs?: number;
  /**
   * Present if the route can also be followed: `Accept: text/event-stream` is answered by events until the signal is aborted,
   * which it is when the client has gone. Throws before the first one if there is to be no stream.
   */
  readonly follow?: (request: Request, signal: AbortSignal) => AsyncIterable<StreamedEvent>;
  /** Present if answers may be kept while the version holds. Only for what everybody may read. */
  readonly version?: (request: Request) => Promise<Version>;
  handle(request: Request): Promise<Answer>;
};

/** A route in the active workspace of a signed-in user, for at least the role of its access. */
export const inWorkspace = (
  route: Omit<Route, 'handle' | 'version'> & { handle(request: WorkspaceRequest): Promise<Answer> },
): Route => ({
  ...route,
  handle: (request) => {
    const { principal, caller, role } = request;
    if (route.access.kind !== 'workspace' || principal === undefined || caller === undefined || role === undefined)
      throw new Error(`${route.method} ${route.path} was reached without a workspace`);
    return route.handle({ ...request, principal, caller, role });
  },
});
