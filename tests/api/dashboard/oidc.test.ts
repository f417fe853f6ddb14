/** Signing in with a real OpenID Connect provider. */
import assert from 'node:assert/strict';
import { grantSession } from '../../../commands/identity/grant-session.ts';
import { openOpenIdProvider } from '../../../infra/identity/openid.ts';
import { serveDashboard } from '../../support/dashboard.ts';
import { openInstallation, silent } from '../../support/installation.ts';
import { Browser, openOidcProvider } from '../../support/oidc.ts';
import { suite } from '../../support/suite.ts';

const ACCOUNTS = [
  { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada' },
  { sub: 'mallory', email: 'ada@example.org', email_verified: false },
  { sub: 'eve', email: 'eve@example.org', email_verified: true },
];

const signingIn = suite('signing in with OpenID Connect');

const installation = await signingIn.holds(openInstallation());
let callback = '';
const provider = await signingIn.holds(openOidcProvider(ACCOUNTS, () => callback));
const dashboard = await signingIn.holds(
  serveDashboard(installation, { oidc: openOpenIdProvider(provider, { log: silent }) }),
);
callback = `${dashboard.url}/auth/callback`;
await grantSession(installation, { email: 'ada@example.org', role: 'workspace_admin', workspace: 'org' });
await installation.settled();

/** Its responses on the dashboard must be as declared. */
const openBrowser = (): Browser =>
  new Browser((url, init) =>
    url.startsWith(dashboard.url) ? dashboard.fetch(url.slice(dashboard.url.length), init) : fetch(url, init),
  );

const me = async (browser: Browser): Promise<Response> => browser.open(`${dashboard.url}/me`);
const isCallback = (url: string): boolean => url.startsWith(callback);

signingIn('gives no invitation to an address that the provider has not verified', async () => {
  const browser = openBrowser();
  await browser.signIn(`${dashboard.url}/auth/login`, 'mallory');
  assert.equal((await me(browser)).status, 403);
});

signingIn('admits an invited person by the verified address, and recognizes them afterwards', async () => {
  for (const _time of ['the first', 'the second']) {
    const browser = openBrowser();
    const landed = await browser.signIn(`${dashboard.url}/auth/login`, 'ada');
    assert.equal(landed.at, `${dashboard.url}/`);
    const reply = await me(browser);
    assert.equal(reply.status, 200);
    assert.equal(((await reply.json()) as { email: string }).email, 'ada@example.org');
    const auth = (await (await browser.open(`${dashboard.url}/debug-auth`)).json()) as { source: string };
    assert.equal(auth.source, 'oidc');
  }
});

signingIn('redirects to the requested page, within the dashboard only', async () => {
  const browser = openBrowser();
  const landed = await browser.signIn(`${dashboard.url}/auth/login?return_to=/debug-auth`, 'ada');
  assert.equal(landed.at, `${dashboard.url}/debug-auth`);
  for (const elsewhere of ['https://evil.example', '//evil.example', '/\\evil.example', '/a\r\nSet-Cookie: x=y']) {
    const url = `${dashboard.url}/auth/login?return_to=${encodeURIComponent(elsewhere)}`;
    assert.equal((await openBrowser().open(url)).status, 400, elsewhere);
  }
});

signingIn('refuses a callback in another browser, a used one and a modified one', async () => {
  const [victim, attacker] = [openBrowser(), openBrowser()];
  const stopped = await attacker.signIn(`${dashboard.url}/auth/login`, 'ada', isCallback);
  assert.ok(isCallback(stopped.at));
  assert.equal((await victim.open(stopped.at)).status, 400);
  await victim.open(`${dashboard.url}/auth/login`);
  assert.equal((await victim.open(stopped.at)).status, 400);

  const changed = new URL(stopped.at);
  changed.searchParams.set('state', 'x');
  assert.equal((await attacker.open(changed.href)).status, 400);
  // The first attempt has used it up.
  assert.equal((await attacker.open(stopped.at)).status, 400);
  assert.equal((await me(attacker)).status, 401);
  assert.equal((await me(victim)).status, 401);
});

signingIn('creates a new session, ignoring cookies that were sent', async () => {
  const browser = openBrowser();
  browser.jar(dashboard.url).set('colophon_session', 'planted');
  await browser.signIn(`${dashboard.url}/auth/login`, 'ada');
  const token = browser.jar(dashboard.url).get('colophon_session');
  assert.ok(token !== undefined && token !== 'planted');
});

signingIn("signs out on every process, and links to the provider's sign-out", async () => {
  await using other = await serveDashboard(installation);
  const browser = openBrowser();
  await browser.signIn(`${dashboard.url}/auth/login`, 'ada');
  const cookie = `colophon_session=${browser.jar(dashboard.url).get('colophon_session')}`;
  assert.equal((await other.nobody.get('/me', { headers: { cookie } })).status, 200);
  const out = await browser.open(`${dashboard.url}/auth/logout`, {
    method: 'POST',
    headers: { origin: dashboard.url },
  });
  const { sign_out_url: url } = (await out.json()) as { sign_out_url: string };
  assert.ok(url.startsWith(provider.issuer));
  assert.equal((await other.nobody.get('/me', { headers: { cookie } })).status, 401);
});

signingIn('reports when the provider is unavailable, and when none is configured', async () => {
  await using away = await serveDashboard(installation, {
    oidc: openOpenIdProvider({ ...provider, issuer: 'http://127.0.0.1:9' }, { log: silent }),
  });
  await using without = await serveDashboard(installation);
  assert.equal((await away.nobody.get('/auth/login')).status, 503);
  assert.equal((await without.nobody.get('/auth/login')).status, 404);
});
