/** Permissions on the dashboard: sessions, workspaces, roles, and cross-site requests. */
import assert from 'node:assert/strict';
import { signInLinks } from '../../../commands/identity/one-time.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { SIGN_IN } from '../../../domain/limits.ts';
import { bodyOf, serveDashboard } from '../../support/dashboard.ts';
import { suite } from '../../support/suite.ts';
import { staffed } from '../../support/staffed.ts';

const access = suite('the dashboard');

const { installation, dashboard } = await staffed(access);

access('answers /health without a session', async () =>
  assert.deepEqual(bodyOf(await dashboard.nobody.get('/health')), { service: 'dashboard-api', status: 'ok' }),
);

access('declares who may call each route; only signing in needs no session', () => {
  const open = dashboard.routes.filter(({ access: { kind } }) => kind === 'anyone').map(({ path }) => path);
  assert.deepEqual(
    open.filter((path) => !path.startsWith('/auth/')),
    ['/health', '/debug-auth'],
  );
});

access('answers 401 to a request without a session on every other route', async () => {
  for (const { method, path, access: needed } of dashboard.routes) {
    if (needed.kind === 'anyone') continue;
    const address = path.replace(/[:*]\w+/gu, 'x');
    const response = await dashboard.fetch(address, { method });
    assert.equal(response.status, 401, `${method} ${path}`);
    assert.equal(typeof ((await response.json()) as { error: unknown }).error, 'string');
  }
});

access('returns the identity of a member', async () => {
  const jo = await dashboard.signIn('member');
  const me = bodyOf<{ email: string; workspace_id: string }>(await jo.get('/me'));
  assert.equal(me.email, jo.email);
  assert.equal(me.workspace_id, 'org');
});

access('refuses a workspace that the user does not belong to, and admits a superadmin to all', async () => {
  const jo = await dashboard.signIn('member');
  assert.equal((await jo.get('/me', { headers: { 'x-workspace-id': 'other' } })).status, 403);
  const root = await dashboard.signIn('superadmin');
  assert.equal((await root.get('/me', { headers: { 'x-workspace-id': 'other' } })).status, 200);
  assert.equal((await root.get('/me', { headers: { 'x-workspace-id': 'nowhere' } })).status, 403);
});

access('shows how a user was authenticated, and reveals no credential', async () => {
  const jo = await dashboard.signIn('member');
  const { text, body } = await jo.get('/debug-auth');
  assert.deepEqual(body, {
    identity: { user_id: jo.userId, email: jo.email },
    source: 'local',
    superadmin: false,
    memberships: [{ workspace_id: 'org', workspace_name: 'Organisation', role: 'member' }],
  });
  assert.ok(!text.includes(String(jo.token)));
  assert.deepEqual(bodyOf(await dashboard.nobody.get('/debug-auth')), {
    identity: null,
    source: null,
    superadmin: false,
    memberships: [],
  });
});

const pressButton = (secret: string, headers: Record<string, string>): Promise<Response> =>
  dashboard.fetch('/auth/link', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ token: secret }),
    headers,
  });

access('signs in with a link while the rows of invitations cannot be read', async () => {
  const { readModels } = installation;
  await using rebuilding = await serveDashboard(installation, {
    readModels: {
      ...readModels,
      find: (collection, ...args) =>
        collection.name.startsWith('invitations')
          ? Promise.reject(new Unavailable('invitations', 'being built'))
          : readModels.find(collection, ...args),
    },
  });
  const { userId } = await dashboard.signIn('member');
  const secret = await signInLinks.issue(installation, { userId: String(userId) });
  const body = new URLSearchParams({ token: secret });
  const headers = { origin: rebuilding.url };
  const { status } = await rebuilding.fetch('/auth/link', { method: 'POST', redirect: 'manual', body, headers });
  assert.equal(status, 303);
});

access('signs in with a link once, from its own page alone', async () => {
  const jo = await dashboard.signIn('member');
  const secret = await signInLinks.issue(installation, { userId: String(jo.userId) });
  const page = await dashboard.nobody.get(`/auth/link?token=${secret}`);
  assert.match(page.text, /<button/u);

  assert.equal((await pressButton(secret, { origin: 'https://evil.example' })).status, 403);
  const planted = 'colophon_session=planted-by-somebody-else';
  const signedIn = await pressButton(secret, { origin: dashboard.url, cookie: planted });
  assert.equal(signedIn.status, 303);
  const cookie = signedIn.headers.get('set-cookie') ?? '';
  assert.match(cookie, /HttpOnly/u);
  assert.match(cookie, /SameSite=Lax/u);
  assert.ok(!cookie.includes('planted'));
  assert.equal((await pressButton(secret, { origin: dashboard.url })).status, 403);

  const session = { cookie: cookie.split(';')[0] ?? '' };
  assert.equal((await dashboard.nobody.get('/me', { headers: session })).status, 200);
  assert.equal((await dashboard.nobody.post('/auth/logout', undefined, { headers: session })).status, 403);
  const out = await dashboard.nobody.post('/auth/logout', undefined, {
    headers: { ...session, 'sec-fetch-site': 'same-origin' },
  });
  assert.equal(out.status, 200);
  assert.equal((await dashboard.nobody.get('/me', { headers: session })).status, 401);
});

access('rejects an invented token, and one that has been signed out', async () => {
  const jo = await dashboard.signIn('member');
  assert.equal((await jo.post('/auth/logout')).status, 200);
  assert.equal((await jo.get('/me')).status, 401);
  assert.equal((await dashboard.nobody.get('/me', { headers: { authorization: 'Basic abc' } })).status, 401);
});

const cookieOf = async (email: string): Promise<string> => {
  const jo = await dashboard.signIn('member', { email });
  return `colophon_session=${jo.token}`;
};
const meWith = async (cookie: string): Promise<number> =>
  (await dashboard.nobody.get('/me', { headers: { cookie } })).status;

access(
  'keeps a user signed in despite a second cookie of the same name; signing out ends each session that was sent',
  async () => {
    const own = await cookieOf('two-cookies@example.org');
    const dead = `colophon_session=${'A'.repeat(43)}`;
    for (const cookie of [`${dead}; ${own}`, `${own}; ${dead}`, `colophon_session=; ${own}`, `${own}; ${own}`])
      assert.equal(await meWith(cookie), 200, cookie);
    const headers = { cookie: `${dead}; ${own}`, 'sec-fetch-site': 'same-origin' };
    assert.equal((await dashboard.nobody.post('/auth/logout', undefined, { headers })).status, 200);
    assert.equal(await meWith(own), 401);
  },
);

access('rejects cookies of two live sessions, since one of them was planted', async () => {
  const [own, planted] = [await cookieOf('own@example.org'), await cookieOf('planter@example.org')];
  assert.deepEqual([await meWith(own), await meWith(planted)], [200, 200]);
  assert.deepEqual([await meWith(`${planted}; ${own}`), await meWith(`${own}; ${planted}`)], [401, 401]);
});

access('accepts under TLS only a cookie that no other host can set', async () => {
  const jo = await dashboard.signIn('member');
  const behindTls = await serveDashboard(installation, { url: 'https://dashboard.example.org' });
  const ask = async (name: string): Promise<number> => {
    const response = await fetch(`${behindTls.listening}/me`, { headers: { cookie: `${name}=${jo.token}` } });
    return response.status;
  };
  assert.deepEqual([await ask('__Host-colophon_session'), await ask('colophon_session')], [200, 401]);
  const secret = await signInLinks.issue(installation, { userId: String(jo.userId) });
  const signedIn = await fetch(`${behindTls.listening}/auth/link`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ token: secret }),
    headers: { origin: 'https://dashboard.example.org' },
  });
  const cookie = signedIn.headers.get('set-cookie') ?? '';
  assert.match(cookie, /^__Host-colophon_session=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/u);
  await behindTls.close();
});

access('limits the requests of an address to the sign-in pages', async () => {
  const own = await serveDashboard(installation);
  const form = (): Promise<Response> =>
    own.fetch('/auth/link', { method: 'POST', body: new URLSearchParams({ token: 'x' }) });
  const statuses: number[] = [];
  for (let n = 0; n < SIGN_IN.perMinute + 2; n += 1) statuses.push((await form()).status);
  assert.equal(statuses.at(-1), 429);
  assert.equal((await own.nobody.get('/debug-auth')).status, 200);
  await own.close();
});
