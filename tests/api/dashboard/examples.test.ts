/** Every operation of the dashboard, asked with its own example: an answer, as declared, and never a fault. */
import assert from 'node:assert/strict';
import type { Route } from '../../../api/http/route.ts';
import { exampleOf } from '../../../api/openapi/example.ts';
import { parametersIn } from '../../../api/openapi/names.ts';
import type { Person } from '../../support/dashboard.ts';
import type { Reply } from '../../support/serving.ts';
import { staffed } from '../../support/staffed.ts';
import { suite } from '../../support/suite.ts';

const examples = suite('an operation of the dashboard', { timeoutMs: 120_000 });
const staff = staffed(examples);

const addressOf = ({ path, params = {}, query, requiredQuery = [] }: Route): string => {
  const named = parametersIn(path).reduce(
    (address, { name }) =>
      address.replace(
        new RegExp(`[:*]${name}\\b`, 'u'),
        encodeURIComponent(String(exampleOf(params[name] ?? {}, name))),
      ),
    path,
  );
  const asked = new URLSearchParams(
    Object.fromEntries(requiredQuery.map((name) => [name, String(exampleOf(query[name] ?? {}, name))])),
  );
  return asked.size === 0 ? named : `${named}?${asked.toString()}`;
};

const send = (person: Person, route: Route): Promise<Reply> => {
  const address = addressOf(route);
  const body = route.body === undefined ? undefined : exampleOf(route.body);
  switch (route.method) {
    case 'GET':
      return person.get(address);
    case 'POST':
      return person.post(address, body);
    case 'PATCH':
      return person.patch(address, body);
    case 'DELETE':
      return person.delete(address);
  }
};

/** Once where nothing is there, and once where the operations before it have left something. */
for (const time of ['first', 'second'])
  examples(`answers its own example as declared, the ${time} time`, async () => {
    const { dashboard } = staff();
    for (const route of dashboard.routes) {
      // Signing out ends the session, so each has one of its own.
      const root = await dashboard.signIn('superadmin');
      const { status, text } = await send(root, route);
      assert.ok(status < 500, `${route.method} ${route.path} ${status} ${text}`);
    }
  });

examples('takes its own example, where nothing but itself is needed', async () => {
  const { dashboard, root } = staff();
  const refused: string[] = [];
  for (const route of dashboard.routes) {
    if (route.form === true || route.path === '/auth/logout') continue;
    const { status } = await send(root, route);
    if (status === 400 || status === 415) refused.push(`${route.method} ${route.path}`);
  }
  assert.deepEqual(refused, []);
});
