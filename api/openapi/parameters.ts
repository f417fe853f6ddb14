/** What a route takes beside its body: parts of its path, its query, and the headers that change what it does. */
import { IF_MATCH } from '../http/etag.ts';
import type { Route } from '../http/route.ts';
import type { Schema } from '../http/schema.ts';
import { GIVEN_ID } from '../http/schemas.ts';
import { exampleOf } from './example.ts';
import { takesIfMatch } from './headers.ts';
import { parametersIn } from './names.ts';

export type Parameter = Readonly<Record<string, unknown>>;

/** Headers that many routes take. */
export const HEADER_PARAMETERS: Readonly<Record<string, Parameter>> = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of an earlier answer: 304, without a body, if nothing has changed since.',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` of what was read: 412, and nothing is done, if it has changed since.',
    schema: { type: 'string', pattern: IF_MATCH },
    example: '*',
  },
  WorkspaceId: {
    name: 'X-Workspace-Id',
    in: 'header',
    description: 'The workspace to work in. Optional for users who belong to only one.',
    schema: { type: 'string', pattern: GIVEN_ID },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'Sent by a client that connects to a stream again: the id of the last event that it got. Empty: none.',
    schema: { type: 'string', pattern: '^[0-9]{0,16}$' },
  },
  InBackground: {
    name: 'X-Colophon-Background',
    in: 'header',
    description:
      'Sent, with any value, with requests that a page makes by itself, such as polling: they do not extend the session.',
    schema: { type: 'string' },
    example: '1',
  },
};

const reference = (name: keyof typeof HEADER_PARAMETERS): Parameter => ({ $ref: `#/components/parameters/${name}` });

const TAKES_SLASHES = 'It may have slashes, as they are or percent-encoded.';

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
