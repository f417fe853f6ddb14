/** Every bound of a request is a number of the table of limits: where the table says another number, so does the route. */
import assert from 'node:assert/strict';
import type { DashboardDeps } from '../../api/dashboard/deps.ts';
import type { Route, Schema } from '../../api/http/route.ts';
import type { PublicListenerDeps } from '../../api/public-listener.ts';
import * as limits from '../../domain/limits.ts';
import { suite } from '../support/suite.ts';

/** More than any limit that is a literal would be. */
const FAR = 10_000_000;

type Table = Record<string, unknown>;

const moveAll = (table: Table): void => {
  for (const [name, value] of Object.entries(table))
    if (typeof value === 'number') table[name] = value + FAR;
    else if (typeof value === 'object' && value !== null) moveAll(value as Table);
};

const isChoice = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && Array.isArray((schema as Schema)['enum']);

/** The bounds in a schema that did not move with the table. */
const unmoved = (schema: unknown, at: string): readonly string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const place = `${at}/${keyword}`;
    if (typeof value !== 'number') return unmoved(value, place);
    // Nothing, one and none are no matter of limits, and a set of choices has as many items as there are choices.
    const isNatural = Math.abs(value) <= 1 || (keyword === 'maxItems' && isChoice((schema as Schema)['items']));
    const isBound = ['maxLength', 'maxItems', 'maxProperties', 'maximum', 'minimum'].includes(keyword);
    return isBound && !isNatural && Math.abs(value) < FAR ? [`${place} is ${value}`] : [];
  });
};

const oneTable = suite('the table of limits');

oneTable('has every bound of every route', async () => {
  for (const group of Object.values(limits)) if (typeof group === 'object') moveAll(group);
  // Loaded after the table has changed: what a schema says is then what the table says, or a number of its own.
  const { dashboardRoutes } = await import('../../api/dashboard/index.ts');
  const { publicListenerRoutes } = await import('../../api/public-listener.ts');
  const routes: readonly Route[] = [
    ...publicListenerRoutes({} as PublicListenerDeps),
    ...dashboardRoutes({} as DashboardDeps),
  ];
  assert.ok(routes.length > 100, `${routes.length} routes`);
  assert.deepEqual(
    routes.flatMap(({ method, path, params, query, body }) =>
      unmoved({ params, query, body }, '').map((problem) => `${method} ${path} ${problem}`),
    ),
    [],
  );
});

oneTable('is seen to be passed over', () => {
  assert.deepEqual(unmoved({ body: { maxLength: 200 } }, ''), ['/body/maxLength is 200']);
  assert.deepEqual(unmoved({ query: { n: { minimum: 0, maximum: FAR + 5 } } }, ''), []);
});
