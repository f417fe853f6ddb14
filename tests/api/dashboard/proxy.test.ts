/** Identities asserted by a proxy in front: which tokens are accepted. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWK } from 'jose';
import { grantSession } from '../../../commands/identity/grant-session.ts';
import { openProxyTokens } from '../../../infra/identity/proxy-tokens.ts';
import { serveDashboard, type Dashboard } from '../../support/dashboard.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';

const HEADER = 'x-proxy-jwt';
const ISSUER = 'https://proxy.example';
const AUDIENCE = 'colophon';

type Key = { readonly kid: string; readonly privateKey: CryptoKey; readonly publicKey: CryptoKey };

const proxies = suite('an identity-aware proxy');
let installation: Installation;
let dashboard: Dashboard;
let server: Server;
let published: readonly JWK[] = [];
let isDown = false;
let key: Key;

const newKey = async (kid: string): Promise<Key> => ({
  kid,
  ...(await generateKeyPair('ES256', { extractable: true })),
});
const publish = async (...keys: readonly Key[]): Promise<void> => {
  published = await Promise.all(
    keys.map(async ({ kid, publicKey }) => ({ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' })),
  );
};

proxies.before(async () => {
  installation = await openInstallation();
  server = createServer((_request, response) => {
    response.statusCode = isDown ? 503 : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ keys: published }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const jwksUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
  const config = { header: HEADER, jwksUrl, audience: AUDIENCE, issuer: ISSUER };
  dashboard = await serveDashboard(installation, { proxy: openProxyTokens(config, { cooldownMs: 0 }) });
  await grantSession(installation, { email: 'ada@example.org', role: 'member', workspace: 'org' });
  await installation.settled();
  key = await newKey('one');
  await publish(key);
});
proxies.after(async () => {
  await dashboard.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await installation.stop();
});

type Claims = Readonly<Record<string, unknown>>;
const ADA: Claims = { sub: 'ada', email: 'ada@example.org', email_verified: true, iss: ISSUER, aud: AUDIENCE };
const now = (): number => Math.floor(Date.now() / 1_000);

const signed = (claims: Claims = {}, by: Key = key): Promise<string> =>
  new SignJWT({ ...ADA, exp: now() + 60, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: by.kid })
    .sign(by.privateKey);
const status = async (token: string): Promise<number> =>
  (await dashboard.nobody.get('/me', { headers: { [HEADER]: token } })).status;

proxies('signs in the user that its token names, and reports how', async () => {
  assert.equal(await status(await signed()), 200);
  const { body } = await dashboard.nobody.get('/debug-auth', { headers: { [HEADER]: await signed() } });
  assert.equal((body as { source: string }).source, 'proxy_jwt');
});

proxies('rejects an invalid token, whatever else is sent', async () => {
  const spki = await exportSPKI(key.publicKey);
  const hmac = new SignJWT({ ...ADA, exp: now() + 60 }).setProtectedHeader({ alg: 'HS256', kid: key.kid });
  const wrong: Readonly<Record<string, string>> = {
    expired: await signed({ exp: now() - 60 }),
    'without an expiry': await signed({ exp: undefined }),
    'for another audience': await signed({ aud: 'other' }),
    'of another issuer': await signed({ iss: 'https://evil.example' }),
    'not valid yet': await signed({ nbf: now() + 600 }),
    'about nobody': await signed({ sub: undefined }),
    unsigned: new UnsecuredJWT({ ...ADA, exp: now() + 60 }).encode(),
    'signed with the public key': await hmac.sign(new TextEncoder().encode(spki)),
    'of an unknown key': await signed({}, await newKey('unknown')),
    'of another key under a known name': await signed({}, await newKey('one')),
    garbage: 'not.a.token',
  };
  const jo = await dashboard.signIn('member');
  for (const [what, token] of Object.entries(wrong)) {
    assert.equal(await status(token), 401, what);
    // An invalid token never falls back to another authentication.
    assert.equal((await jo.get('/me', { headers: { [HEADER]: token } })).status, 401, what);
  }
});

proxies('may rotate its keys', async () => {
  const next = await newKey('two');
  await publish(next);
  assert.equal(await status(await signed({}, next)), 200);
  assert.equal(await status(await signed({}, key)), 401);
  key = next;
});

proxies('must assert that an e-mail address is verified', async () => {
  assert.equal(await status(await signed({ sub: 'mallory', email_verified: undefined })), 403);
});

proxies('still needs writes to come from the dashboard itself', async () => {
  const headers = { [HEADER]: await signed() };
  const bulk = { ids: ['10.5555/x'], action: 'delete' };
  assert.equal((await dashboard.nobody.post('/api/publications/bulk', bulk, { headers })).status, 403);
  const own = { ...headers, origin: dashboard.url };
  assert.equal((await dashboard.nobody.post('/api/publications/bulk', bulk, { headers: own })).status, 200);
});

proxies('accepts no invitation for a user: only they do, by asking for it', async () => {
  const admin = await dashboard.signIn('workspace_admin');
  const email = 'new@example.org';
  const invited = await admin.post('/api/members', { email, role: 'member' });
  const { id } = invited.body as { readonly id: string };
  const headers = { [HEADER]: await signed({ sub: 'new', email }), origin: dashboard.url };
  for (const path of ['/debug-auth', '/api/changes?workspace_id=org', '/api/publications', '/api/invitations', '/'])
    await dashboard.fetch(path, { headers });
  const open = await dashboard.nobody.get('/api/invitations', { headers });
  assert.equal((open.body as { total: number }).total, 1);
  assert.equal((await dashboard.nobody.get('/api/publications', { headers })).status, 403);
  const accepted = await dashboard.nobody.post(`/api/invitations/org~${id}/accept`, undefined, { headers });
  assert.equal(accepted.status, 200);
  assert.equal((await dashboard.nobody.get('/api/publications', { headers })).status, 200);
});

proxies('whose keys cannot be fetched makes the dashboard unavailable, not open', async () => {
  isDown = true;
  try {
    assert.equal(await status(await signed({}, await newKey('three'))), 503);
  } finally {
    isDown = false;
  }
});
