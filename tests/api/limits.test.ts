/** Everything in a request is limited, and OpenAPI shows the limits of the table. */
import assert from 'node:assert/strict';
import { dashboardRoutes } from '../../api/dashboard/index.ts';
import type { DashboardDeps } from '../../api/dashboard/deps.ts';
import { formatBytes } from '../../api/http/amounts.ts';
import { queryParser } from '../../api/http/query.ts';
import type { Request, Route } from '../../api/http/route.ts';
import type { Schema } from '../../api/http/schema-types.ts';
import { bodyValidator } from '../../api/http/validate.ts';
import { openApiDocument } from '../../api/openapi/document.ts';
import { withDashboardContract, withPublicContract } from '../../api/openapi/listeners.ts';
import { parametersIn } from '../../api/openapi/audiences.ts';
import { publicListenerRoutes, type PublicListenerDeps } from '../../api/public-listener.ts';
import { Refused } from '../../domain/errors.ts';
import { REQUEST, SEARCH } from '../../domain/limits.ts';
import { unbounded } from '../support/bounds.ts';
import { suite } from '../support/suite.ts';

const ROUTES: readonly Route[] = [
  ...publicListenerRoutes({} as PublicListenerDeps),
  ...dashboardRoutes({} as DashboardDeps),
];

const limits = suite('the limits of requests');

limits('exist for every text, number, list and object of every route', () => {
  const found = ROUTES.flatMap(({ method, path, params = {}, query, body }) =>
    [
      ...parametersIn(path).flatMap(({ name }) => unbounded(params[name] ?? {}, name)),
      ...Object.entries(query).flatMap(([name, schema]) => unbounded(schema, `?${name}`)),
      ...(body === undefined ? [] : unbounded(body, 'body')),
    ].map((problem) => `${method} ${path} ${problem}`),
  );
  assert.deepEqual(found, []);
});

limits('are reported where they are missing', () => {
  for (const schema of [
    {},
    { type: 'string' },
    { type: ['string', 'null'], pattern: '.' },
    { type: 'integer', minimum: 0 },
    { type: 'array', items: { type: 'boolean' } },
    { type: 'array', maxItems: 2, items: { type: 'string', enum: ['a'] } },
    { type: 'object' },
    { type: 'object', maxProperties: 2, additionalProperties: { type: 'string', maxLength: 1 } },
    { type: 'object', additionalProperties: false, properties: { a: { type: 'string' } } },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
  ])
    assert.equal(unbounded(schema, '').length, 1, JSON.stringify(schema));
});

limits('refuse a body that is a number, on every route', () => {
  const bodies = ROUTES.flatMap(({ body }) => (body === undefined ? [] : [body]));
  assert.ok(bodies.length > 30, String(bodies.length));
  for (const body of bodies) assert.throws(() => bodyValidator(body)(7), Refused);
});

/** Of formats that accept single words. */
const WRONG_WORDS: Readonly<Record<string, string>> = {
  search: Array.from({ length: SEARCH.terms + 1 }, (_, n) => n.toString(36)).join(' '),
  licence: 'no licence',
};

/** Values that the parameter does not accept. */
const wrongFor = ({ type, format, enum: choices, minimum, maximum, maxLength }: Schema): readonly string[] => [
  ...(type === 'integer' ? ['x', '1.5', String(Number(minimum) - 1), `${Number(maximum)}0`] : []),
  ...(type === 'boolean' || choices !== undefined ? ['nonsense'] : []),
  ...(typeof format === 'string' ? [WRONG_WORDS[format] ?? ['nonsense', '0000-0002-1825-0098']].flat() : []),
  ...(typeof maxLength === 'number' ? ['x'.repeat(maxLength + 1), 'x'.repeat(10 * maxLength)] : []),
];

limits('of a parameter are named in the refusal', () => {
  let sent = 0;
  for (const { method, path, query } of ROUTES) {
    const parse = queryParser({ query });
    for (const [name, schema] of Object.entries(query))
      for (const value of wrongFor(schema)) {
        sent += 1;
        const context = `${method} ${path} ${name}=${value.slice(0, 40)}`;
        assert.throws(
          () => parse(new URLSearchParams({ [name]: value }).toString()),
          (error) => {
            assert.ok(error instanceof Refused && error.kind === 'invalid', context);
            const problems = (error.details?.['errors'] ?? []) as readonly { readonly parameter: string }[];
            assert.ok(problems.length > 0 && problems.every(({ parameter }) => parameter === name), context);
            assert.ok(JSON.stringify(error.details).length + error.message.length < 2_000, context);
            return true;
          },
          context,
        );
      }
  }
  assert.ok(sent > 200, `${sent} values`);
});

limits('are in the description of each contract', async () => {
  const contracts = [
    withPublicContract(publicListenerRoutes({} as PublicListenerDeps), () => 'http://localhost'),
    withDashboardContract(dashboardRoutes({} as DashboardDeps), () => 'http://localhost'),
  ].flatMap((routes) => routes.filter(({ path }) => path.endsWith('/openapi.json')));
  assert.equal(contracts.length, 3);
  for (const route of contracts) {
    const { path } = route;
    const { file } = await route.handle({} as Request);
    const { info } = JSON.parse(String(file?.content)) as { readonly info: { readonly description: string } };
    const { bodyBytes, urlBytes, problems } = REQUEST;
    const isRead = path.startsWith('/integrations');
    for (const number of [
      formatBytes(urlBytes),
      SEARCH.characters,
      SEARCH.terms,
      problems,
      ...(isRead ? [] : [formatBytes(bodyBytes)]),
    ])
      assert.match(info.description, new RegExp(`\\b${number}\\b`, 'u'), path);
  }
});

limits('are those in OpenAPI', () => {
  const routes = dashboardRoutes({} as DashboardDeps);
  const document = openApiDocument({ title: 'x', version: '1', description: 'x', url: 'http://localhost', routes });
  const { responses } = document['components'] as { readonly responses: Readonly<Record<string, Schema>> };
  assert.match(String(responses['UriTooLong']?.['description']), new RegExp(formatBytes(REQUEST.urlBytes), 'u'));
  assert.match(String(responses['ContentTooLarge']?.['description']), new RegExp(formatBytes(REQUEST.bodyBytes), 'u'));
  const searches: readonly Schema[] = ROUTES.flatMap(({ query: { q } }) => (q === undefined ? [] : [q]));
  assert.ok(searches.length > 5);
  for (const { maxLength, description } of searches) {
    assert.equal(maxLength, SEARCH.characters);
    for (const number of [SEARCH.characters, SEARCH.terms])
      assert.match(String(description), new RegExp(`\\b${number}\\b`, 'u'));
  }
  for (const [bytes, words] of [
    [1, '1 bytes'],
    [8 * 1_024, '8 KiB'],
    [1_024 ** 2, '1 MiB'],
    [1_500, '1500 bytes'],
  ] as const)
    assert.equal(formatBytes(bytes), words);
});
