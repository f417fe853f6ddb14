/** A route as a declaration: what it takes and answers is data, from which it is validated and will be described. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Revision } from '../../domain/event.ts';

/** A JSON Schema (2020-12 vocabulary that ajv checks). */
export type Schema = { readonly [keyword: string]: unknown };
export type QuerySchema = Readonly<Record<string, Schema>>;

export type Request = {
  /** Path parameters, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** The path as it was sent, without the query. */
  readonly rawPath: string;
  /** Validated, typed and with defaults filled in, as the route's query schema says. */
  readonly query: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers: IncomingHttpHeaders;
  readonly correlationId: string;
  /** Aborted when the client has gone or the request's time is up. */
  readonly signal: AbortSignal;
};

export type Answer = {
  readonly status?: number;
  /** Sent as JSON. */
  readonly body: unknown;
  /** For one record: the revision of its last event, which leads its ETag. */
  readonly revision?: Revision;
};

/** What a cacheable answer depends on: as long as this string is the same, so is the answer to the same URL. */
export type Version = string;

export type Route = {
  readonly method: 'GET';
  /** In path-to-regexp syntax; `*name` takes the rest of the path. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly query: QuerySchema;
  /** Schema of the body, by status. */
  readonly responses: Readonly<Record<number, Schema>>;
  /** Statuses that answer with an error body. */
  readonly errors: readonly number[];
  /** Present if answers may be kept while the version holds. */
  readonly version?: (request: Request) => Promise<Version>;
  handle(request: Request): Promise<Answer>;
};
