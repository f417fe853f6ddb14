/** The contract of each listener: valid, complete, and its examples valid under its schemas. */
import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { dashboardRoutes } from '../../api/dashboard/index.ts';
import type { DashboardDeps } from '../../api/dashboard/deps.ts';
import { errorStatusesOf } from '../../api/http/refusals.ts';
import type { Route } from '../../api/http/route.ts';
import type { Schema } from '../../api/http/schema-types.ts';
import { openApiDocument } from '../../api/openapi/document.ts';
import { errorResponse } from '../../api/openapi/responses.ts';
import { exampleOf } from '../../api/openapi/example.ts';
import { operationIdOf, parametersIn } from '../../api/openapi/audiences.ts';
import { publicListenerRoutes, type PublicListenerDeps } from '../../api/public-listener.ts';
import { ajv, validatorOf } from '../support/contract.ts';
import { suite } from '../support/suite.ts';

/** Routes are declared without handling a request. */
const LISTENERS: Readonly<Record<string, readonly Route[]>> = {
  public: publicListenerRoutes({} as PublicListenerDeps),
  dashboard: dashboardRoutes({} as DashboardDeps),
};
const ALL = Object.values(LISTENERS).flat();

const contract = suite('a contract');

const problem = ({ method, path }: Route, what: string): string => `${method} ${path}: ${what}`;

/** Each route that violates the rule, with what is missing. */
const every = (missing: (route: Route) => readonly string[]): void =>
  assert.deepEqual(
    ALL.flatMap((route) => missing(route).map((what) => problem(route, what))),
    [],
  );

const isText = (value: unknown): value is string => typeof value === 'string' && value.length > 0;

for (const [name, routes] of Object.entries(LISTENERS))
  contract(`of the ${name} listener is valid OpenAPI 3.1`, async () => {
    const document = openApiDocument({ title: name, version: '1', description: name, url: 'http://localhost', routes });
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    assert.ok(valid, JSON.stringify(errors)?.slice(0, 2_000));
    const text = JSON.stringify(document);
    for (const [, place = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/gu))
      assert.ok(
        place.split('/').reduce<unknown>((inside, key) => (inside as Schema | undefined)?.[key], document),
        place,
      );
  });

contract('gives every operation a unique name', () => {
  for (const routes of Object.values(LISTENERS)) {
    const ids = routes.map(operationIdOf);
    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
    );
  }
});

contract('describes every operation in a sentence other than its summary', () =>
  every(({ summary, description }) => [
    ...(isText(summary) && summary.length <= 60 ? [] : ['summary']),
    ...(isText(description) && description !== summary && /[.)]$/u.test(description) ? [] : ['description']),
  ]),
);

contract('describes every parameter', () =>
  every(({ path, query, params = {} }) => [
    ...Object.entries(query).flatMap(([name, { description }]) => (isText(description) ? [] : [name])),
    ...parametersIn(path).flatMap(({ name }) => (isText(params[name]?.['description']) ? [] : [name])),
    ...Object.keys(params).flatMap((name) => (parametersIn(path).some((each) => each.name === name) ? [] : [name])),
  ]),
);

contract('limits every integer of a request', () =>
  every(({ query }) =>
    Object.entries(query).flatMap(([name, { type, minimum, maximum }]) =>
      type === 'integer' && (minimum === undefined || maximum === undefined) ? [name] : [],
    ),
  ),
);

contract('has a body for every change of a record, and a response for every operation', () =>
  every(({ method, body, responses }) => [
    ...(method === 'PATCH' && body === undefined ? ['body'] : []),
    ...(Object.keys(responses).some((status) => Number(status) < 400) ? [] : ['responses']),
  ]),
);

contract('describes each error', () =>
  every((route) =>
    errorStatusesOf(route).flatMap((status) =>
      isText(errorResponse(route, status, (schema) => schema)['description']) ? [] : [String(status)],
    ),
  ),
);

contract('lists a conflict or a lost race only for writes, and 404 where a record is named', () =>
  every(({ method, path, errors }) => [
    ...(method === 'GET' && errors.some((status) => status === 409 || status === 412) ? ['409 or 412'] : []),
    ...(path.includes(':') && !errors.includes(404) && !path.endsWith('/publications') ? ['404'] : []),
  ]),
);

/** Objects without a description: neither their properties nor why they have none. */
const undescribed = (schema: unknown, at: string): readonly string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap((each, index) => undescribed(each, `${at}/${index}`));
  const { type, properties, description, additionalProperties } = schema as Schema;
  const isObject = type === 'object' || (Array.isArray(type) && type.includes('object'));
  const isDescribed = properties !== undefined || isText(description) || typeof additionalProperties === 'object';
  const inner = ['properties', 'items', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const value = (schema as Schema)[keyword];
    return keyword === 'properties'
      ? Object.entries((value ?? {}) as Schema).flatMap(([name, each]) => undescribed(each, `${at}/${name}`))
      : undescribed(value, `${at}/${keyword}`);
  });
  return [...(isObject && !isDescribed ? [at] : []), ...inner];
};

contract('describes the properties of every object, or why it is open', () =>
  every(({ body, responses }) => [
    ...undescribed(body, 'body'),
    ...Object.entries(responses).flatMap(([status, schema]) => undescribed(schema, status)),
  ]),
);

/** The errors of a schema's example. */
const invalidExamples = (schema: Schema | undefined, at: string): readonly string[] => {
  if (schema === undefined) return [];
  const validate = validatorOf(schema);
  return validate(exampleOf(schema)) ? [] : [`${at} ${ajv.errorsText(validate.errors)}`];
};

contract('has a valid example of every response and every body', () =>
  every(({ body, responses }) => [
    ...invalidExamples(body, 'body'),
    ...Object.entries(responses).flatMap(([status, schema]) => invalidExamples(schema, status)),
  ]),
);

contract('has examples of the refusals of its own API', () => {
  const exampleIn = (access: Route['access']['kind'], status: number): unknown => {
    const found = ALL.find((each) => each.access.kind === access);
    assert.ok(found);
    const { content } = errorResponse(found, status, (schema) => schema) as {
      readonly content: Readonly<Record<string, { readonly example: unknown }>>;
    };
    return content['application/json']?.example;
  };
  const lacking = { needed: 'people.read', granted: ['publications.read'] };
  for (const access of ['installation', 'api_key'] as const)
    assert.deepEqual(
      [exampleIn(access, 401), exampleIn(access, 403)],
      [
        { error: 'a credential is required in X-API-Key', code: 'missing_credential', details: null },
        { error: 'the installation lacks the scope', code: 'scope_missing', details: lacking },
      ],
    );
  assert.deepEqual(
    [exampleIn('workspace', 401), exampleIn('workspace', 403)],
    [
      { error: 'not signed in', details: null },
      { error: 'your role does not allow this', code: 'forbidden', details: { needed: 'workspace_admin' } },
    ],
  );
});

contract('describes records, so that generated clients read authors and facts', () => {
  const routes = LISTENERS['public'] ?? [];
  const document = openApiDocument({ title: 'public', version: '1', description: '', url: 'http://localhost', routes });
  const placeOf = (...path: readonly string[]): unknown =>
    path.reduce<unknown>((inside, key) => (inside as Schema | undefined)?.[key], document['components']);
  const of = (schema: string, ...path: readonly string[]): unknown => placeOf('schemas', schema, 'properties', ...path);
  for (const schema of ['Publication', 'Work'])
    assert.equal(of(schema, 'data', '$ref'), '#/components/schemas/CslItem');
  assert.equal(of('Publication', 'enriched_metadata', '$ref'), '#/components/schemas/WorkFacts');
  assert.equal(of('CslItem', 'author', 'items', '$ref'), '#/components/schemas/CslName');
  assert.equal(of('CslItem', 'issued', '$ref'), '#/components/schemas/CslDate');
  assert.deepEqual(of('CslName', 'family'), { type: 'string' });
});

contract('has meaningful examples', () => {
  const empty = ALL.flatMap((route) =>
    Object.entries({ ...route.responses, ...(route.body === undefined ? {} : { body: route.body }) }).flatMap(
      ([where, schema]) => (/"text"/u.test(JSON.stringify(exampleOf(schema))) ? [problem(route, where)] : []),
    ),
  );
  assert.deepEqual(empty, []);
});

contract('has complete examples of records', () =>
  every(({ responses }) =>
    Object.entries(responses).flatMap(([status, schema]) =>
      JSON.stringify(exampleOf(schema)).includes('"withheld"') ? [status] : [],
    ),
  ),
);
