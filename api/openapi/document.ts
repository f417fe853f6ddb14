/** Builds a listener's OpenAPI 3.1 document from the route declarations that validate its requests. */
import type { Route } from '../http/route.ts';
import type { Schema, Schemas } from '../http/schema-types.ts';
import { HEADERS, references } from './headers.ts';
import { tagsOf } from './audiences.ts';
import { templateOf } from './names.ts';
import { placing } from './named-schemas.ts';
import { operationOf, type Shared } from './operation.ts';
import { HEADER_PARAMETERS } from './parameters.ts';
import { neededFor, SECURITY_SCHEMES } from './security.ts';

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
