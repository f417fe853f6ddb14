/** One route as an operation of a contract. */
import { bodyMayBeMissing } from '../http/body.ts';
import { errorStatusesOf } from '../http/refusals.ts';
import type { Route } from '../http/route.ts';
import type { Schema, Schemas } from '../http/schema-types.ts';
import { errorBodyOf } from './error-body.ts';
import { errorResponse, errorResponseName } from './error-responses.ts';
import { exampleOf } from './example.ts';
import { errorHeadersOf, headersOf } from './headers.ts';
import { tagOf } from './audiences.ts';
import { operationIdOf } from './names.ts';
import { parametersOf } from './parameters.ts';
import { neededFor } from './security.ts';

export type Shared = {
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

const answer = (route: Route, status: number, schema: Schema, shared: Shared): Schema => ({
  description: typeof schema['description'] === 'string' ? schema['description'] : (WORDS[status] ?? 'As declared.'),
  headers: headersOf(route, status),
  // A redirect has no body.
  ...(status >= 300 && status < 400 ? {} : { content: { ...contentOf(schema, shared), ...followed(route) } }),
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

export const operationOf = (route: Route, shared: Shared): Schema => {
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
