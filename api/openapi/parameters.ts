/** The parameters of a route: path, query and request headers. */
import { defined } from '../../domain/own.ts';
import { IF_MATCH } from '../http/etag.ts';
import type { Route } from '../http/route.ts';
import type { Schema } from '../http/schema-types.ts';
import { GIVEN_ID } from '../http/schemas.ts';
import { exampleOf } from './example.ts';
import { takesIfMatch } from './headers.ts';
import { parametersIn } from './names.ts';

export type Parameter = Readonly<Record<string, unknown>>;

type More = { readonly pattern?: string; readonly example?: string };

const header = (name: string, description: string, { pattern, example }: More = {}): Parameter => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', ...defined({ pattern }) },
  ...defined({ example }),
});

export const HEADER_PARAMETERS: Readonly<Record<string, Parameter>> = {
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

export const parametersOf = (route: Route): readonly Parameter[] => [
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
