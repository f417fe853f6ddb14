/** Everything that a request may carry has a bound, and what OpenAPI says of it is the table of limits. */
import assert from 'node:assert/strict';
import { dashboardRoutes } from '../../api/dashboard/index.ts';
import type { DashboardDeps } from '../../api/dashboard/deps.ts';
import type { Route } from '../../api/http/route.ts';
import { parametersIn } from '../../api/openapi/names.ts';
import { publicListenerRoutes, type PublicListenerDeps } from '../../api/public-listener.ts';
import { unbounded } from '../support/bounds.ts';
import { suite } from '../support/suite.ts';

const ROUTES: readonly Route[] = [
  ...publicListenerRoutes({} as PublicListenerDeps),
  ...dashboardRoutes({} as DashboardDeps),
];

const limits = suite('the bounds of requests');

limits('hold for every text, number, list and object of every route', () => {
  const found = ROUTES.flatMap(({ method, path, params = {}, query, body }) =>
    [
      ...parametersIn(path).flatMap(({ name }) => unbounded(params[name] ?? {}, name)),
      ...Object.entries(query).flatMap(([name, schema]) => unbounded(schema, `?${name}`)),
      ...(body === undefined ? [] : unbounded(body, 'body')),
    ].map((problem) => `${method} ${path} ${problem}`),
  );
  assert.deepEqual(found, []);
});

limits('are seen where they are missing', () => {
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
