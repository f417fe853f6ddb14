/** Secrets are in no log, event, file or response, except the one that issues them. */
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { credentialFrom } from '../../commands/credentials/format.ts';
import { signInLinks } from '../../commands/identity/one-time.ts';
import type { Log } from '../../commands/ports.ts';
import { serveDashboard, type Person } from '../support/dashboard.ts';
import { openInstallation } from '../support/installation.ts';
import { keptAt } from '../support/kept.ts';
import { servePublic, type Reply } from '../support/serving.ts';
import { freshPlace, onServers } from '../support/stores.ts';
import { suite } from '../support/suite.ts';

type Shown = {
  readonly credential?: string;
  readonly key?: string;
  readonly id: string;
  readonly key_hash: string;
  readonly url?: string;
};

/** All log calls, including values that a log would redact. */
const listening = (): { readonly log: Log; readonly heard: () => string } => {
  const lines: string[] = [];
  const hear = (fields: Readonly<Record<string, unknown>>, message: string): void =>
    void lines.push(`${message} ${inspect(fields, { depth: 10 })}`);
  return { log: { debug: hear, info: hear, warn: hear, error: hear }, heard: () => lines.join('\n') };
};

const secrets = suite('a secret');

secrets('appears in no log, event, file or response but its own', async () => {
  const place = await freshPlace();
  const installation = await openInstallation({ place });
  const { log, heard } = listening();
  const dashboard = await serveDashboard({ ...installation, log });
  const open = await servePublic(installation, { log, rates: { address: 0, installation: 5 } });
  const answers: string[] = [];
  /** A response without secrets. */
  const kept = (reply: Reply): Reply => {
    answers.push(reply.text, ...[...reply.headers].map(([name, value]) => `${name}: ${value}`));
    return reply;
  };
  const known: string[] = [];
  try {
    const admin: Person = await dashboard.signIn('workspace_admin');
    known.push(String(admin.token));
    const post = async (address: string, body: unknown): Promise<Shown> =>
      (await admin.post(address, body)).body as Shown;

    // A link, and the cookie that it sets.
    const link = await signInLinks.issue(dashboard.deps, { userId: String(admin.userId) });
    known.push(link);
    const signedIn = await fetch(`${dashboard.url}/auth/link`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: dashboard.url, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: link }),
    });
    const cookie = /colophon_session=([^;]+)/u.exec(signedIn.headers.get('set-cookie') ?? '')?.[1] ?? '';
    assert.ok(cookie.length > 20);
    known.push(cookie);
    kept(await dashboard.nobody.get('/me', { headers: { cookie: `colophon_session=${cookie}` } }));
    kept(await dashboard.nobody.get('/debug-auth', { headers: { cookie: `colophon_session=${cookie}` } }));
    kept(
      await dashboard.nobody.post('/auth/link', `token=${link}`, {
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: dashboard.url },
      }),
    );

    // A link for a colleague, which stays open.
    const { id: colleague } = await post('/api/members', { email: 'colleague@example.org', role: 'member' });
    const { url } = await post(`/api/members/${colleague}/sign-in-link`, undefined);
    known.push(String(url?.split('~').at(-1)));
    kept(await admin.get('/api/members?status=invited'));

    // A partner's key: created, used correctly and incorrectly, rotated, revoked.
    const key = await post('/api/site-tools/api-keys', {
      client_name: 'P',
      scopes: ['ingest'],
      rate_limit_per_minute: 3,
    });
    const next = await post(`/api/site-tools/api-keys/${key.key_hash}/rotate`, { revoke_old: false });
    known.push(String(key.key), String(next.key));
    for (const each of [key.key, key.key, next.key, next.key, next.key, next.key]) {
      const headers = { 'x-api-key': String(each) };
      kept(await open.post('/api/ingest', { orcid_ids: ['nonsense'] }, headers));
      kept(await open.post('/api/partners/people/x/membership', {}, headers));
    }

    // A credential of an installation: likewise.
    const { id } = await post('/api/installations', { platform: 'cms_a', display_name: 'W', scopes: ['works.read'] });
    await admin.post(`/api/installations/${id}/activate`);
    const first = await post(`/api/installations/${id}/credentials`, {});
    const second = await post(`/api/installations/${id}/credentials/${first.id}/rotate`, { overlap_seconds: 60 });
    known.push(String(first.credential), String(second.credential));
    for (const each of [first, second, second, second, second, second, second, second]) {
      const headers = { 'x-api-key': String(each.credential), origin: 'https://evil.example.org' };
      kept(await open.get('/integrations/v1/works', { headers: { 'x-api-key': String(each.credential) } }));
      kept(await open.get(`/integrations/v1/publications?q=works`, { headers }));
    }
    await admin.post(`/api/installations/${id}/credentials/${first.id}/revoke`);

    // Secrets that do not exist are sent too.
    const guessed = credentialFrom('coli_', Buffer.alloc(32, 7));
    known.push(guessed);
    kept(await open.get('/integrations/v1/works', { headers: { 'x-api-key': guessed } }));
    kept(await dashboard.nobody.get('/me', { headers: { authorization: `Bearer ${guessed}` } }));
    kept(await dashboard.nobody.get('/me', { headers: { cookie: `colophon_session=${guessed}` } }));

    for (const address of [
      '/api/site-tools/api-keys',
      `/api/site-tools/api-keys/${key.key_hash}/uses`,
      '/api/installations',
      `/api/installations/${id}`,
      '/api/activity?per_page=100',
      '/api/members',
    ])
      kept(await admin.get(address));
    await installation.settled();
  } finally {
    await open.close();
    await dashboard.close();
    await installation.stop();
  }

  const everything = await keptAt(place);
  await place.remove();
  for (const name of onServers ? ['the log', 'state'] : ['events.db', 'state.db'])
    assert.ok(everything.get(name), name);
  const places: readonly (readonly [string, string])[] = [
    ['the log', heard()],
    ['an answer', answers.join('\n')],
    ...everything,
  ];
  assert.equal(known.length, 9);
  assert.match(heard(), /answered/u);
  for (const [place, text] of places) {
    for (const secret of known) assert.ok(!text.includes(secret), `${secret.slice(0, 8)}… is in ${place}`);
    assert.doesNotMatch(text, /col[ki]_[0-9A-Za-z]{49}/u, place);
  }
});
