/** Every operation of the dashboard, called with its own example: a response as declared, never a server error. */
import assert from 'node:assert/strict';
import { askRoute, sendAs } from '../../support/asking.ts';
import { PNG } from '../../support/png.ts';
import { staffed } from '../../support/staffed.ts';
import { suite } from '../../support/suite.ts';

const examples = suite('an operation of the dashboard');
const { dashboard, root } = await staffed(examples, {
  deps: () => ({ pictures: { find: () => Promise.resolve({ type: 'image/png', content: PNG }) } }),
});

/** Once without data, and once with what the earlier operations have left. */
for (const time of ['first', 'second'])
  examples(`responds to its own example as declared, the ${time} time`, async () => {
    for (const route of dashboard.routes) {
      // Signing out ends the session, so each has one of its own.
      const root = await dashboard.signIn('superadmin');
      const { status, text } = await askRoute(sendAs(root), route);
      assert.ok(status < 500, `${route.method} ${route.path} ${status} ${text}`);
    }
  });

examples('accepts its own example if that depends on nothing else', async () => {
  const refused: string[] = [];
  for (const route of dashboard.routes) {
    if (route.form === true || route.path === '/auth/logout') continue;
    const { status } = await askRoute(sendAs(root), route);
    if (status === 400 || status === 415) refused.push(`${route.method} ${route.path}`);
  }
  assert.deepEqual(refused, []);
});
