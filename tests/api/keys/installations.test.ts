/** How plug-ins are authenticated: each check in its order, each refusal with its code. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { credentialFrom } from '../../../commands/credentials/format.ts';
import { REQUEST } from '../../../domain/limits.ts';
import { openApiDocument } from '../../../api/openapi/document.ts';
import { HEADERS } from '../../../api/openapi/responses.ts';
import { openInstallation } from '../../support/installation.ts';
import { partnerKey, plugIn } from '../../support/plug-ins.ts';
import { servePublic, type Reply } from '../../support/serving.ts';
import { suite } from '../../support/suite.ts';

const SITE = 'https://www.example.org';
const PATH = '/integrations/v1/publications';

const entering = suite('a plug-in');

const installation = await entering.holds(openInstallation({ matching: false }));
await installation.settled();
const served = await entering.holds(servePublic(installation));

const ask = (headers: Readonly<Record<string, string>>, path = PATH): Promise<Reply> => served.get(path, { headers });
const refusal = async (headers: Readonly<Record<string, string>>, path = PATH): Promise<readonly unknown[]> => {
  const { status, body } = await ask(headers, path);
  return [status, (body as { readonly code?: string }).code];
};

entering('needs an issued credential', async () => {
  const unknown = credentialFrom('coli_', randomBytes(32));
  assert.deepEqual(await refusal({}), [401, 'missing_credential']);
  assert.deepEqual(await refusal({ 'x-api-key': '' }), [401, 'missing_credential']);
  for (const wrong of [unknown, 'coli_short', `${unknown}x`, unknown.toUpperCase(), "' OR 1=1 --"])
    assert.deepEqual(await refusal({ 'x-api-key': wrong }), [401, 'invalid_credential'], wrong);
  const { headers } = await plugIn(installation);
  assert.equal((await ask(headers)).status, 200);
});

entering('is refused while its installation is not active, and accepted again afterwards', async () => {
  const site = await plugIn(installation);
  await site.send({ type: 'MoveInstallation', move: 'disable' });
  assert.deepEqual(await refusal(site.headers), [403, 'credential_inactive']);
  await site.send({ type: 'MoveInstallation', move: 'activate' });
  assert.equal((await ask(site.headers)).status, 200);
  await site.send({ type: 'MoveInstallation', move: 'revoke' });
  assert.deepEqual(await refusal(site.headers), [403, 'credential_inactive']);
});

entering('is refused with a credential that was revoked or has expired', async () => {
  const site = await plugIn(installation);
  await site.send({ type: 'RevokeCredential', credentialId: site.credentialId });
  assert.deepEqual(await refusal(site.headers), [403, 'credential_inactive']);
  const brief = await plugIn(installation, { expiresAt: Date.now() + 2_000 });
  assert.equal((await ask(brief.headers)).status, 200);
  const later = await servePublic({ ...installation, clock: { now: () => Date.now() + 3_000 } });
  const reply = await later.get(PATH, { headers: brief.headers });
  await later.close();
  assert.deepEqual([reply.status, (reply.body as { code: string }).code], [403, 'credential_expired']);
});

entering('may call from a browser only on a verified origin, and from a server without one', async () => {
  const site = await plugIn(installation, { origin: SITE });
  const other = await plugIn(installation, { origin: 'https://other.example.org' });
  const reply = await ask({ ...site.headers, origin: SITE });
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get('access-control-allow-origin'), SITE);
  assert.match(reply.headers.get('vary') ?? '', /Origin/u);
  assert.equal((await ask(site.headers)).headers.get('access-control-allow-origin'), null);
  for (const foreign of [
    'https://evil.example.org',
    'https://other.example.org',
    'null',
    `${SITE}.evil.org`,
    'http://www.example.org',
  ]) {
    const refused = await ask({ ...site.headers, origin: foreign });
    assert.equal((refused.body as { code: string }).code, 'origin_rejected', foreign);
    assert.equal(refused.headers.get('access-control-allow-origin'), null);
  }
  assert.equal((await ask({ ...other.headers, origin: 'https://other.example.org' })).status, 200);
  // A refusal that its script may read, once the origin is known to be the installation's.
  for (const [status, query] of [
    [400, 'page=0'],
    [414, `q=${'x'.repeat(REQUEST.urlBytes)}`],
  ] as const) {
    const readable = await ask({ ...site.headers, origin: SITE }, `${PATH}?${query}`);
    assert.deepEqual([readable.status, readable.headers.get('access-control-allow-origin')], [status, SITE]);
  }
});

entering('lets the script of a verified origin read why its credential is refused', async () => {
  const [own, others, shared] = ['https://own.example.org', 'https://others.example.org', 'https://shared.example.org'];
  const readable = async (headers: Readonly<Record<string, string>>, origin: string, path = PATH) => {
    const reply = await ask({ ...headers, origin }, path);
    const allowed = reply.headers.get('access-control-allow-origin');
    return [
      reply.status,
      (reply.body as { code: string }).code,
      allowed,
      reply.headers.get('vary')?.includes('Origin'),
    ];
  };
  const site = await plugIn(installation, { origin: own });
  await plugIn(installation, { origin: others });
  const unknown = { 'x-api-key': credentialFrom('coli_', randomBytes(32)) };
  const mistyped = { 'x-api-key': `${site.credential.slice(0, -1)}!` };
  const partner = await partnerKey(installation);
  for (const path of [PATH, '/v1/people']) {
    assert.deepEqual(await readable({}, own, path), [401, 'missing_credential', own, true]);
    assert.deepEqual(await readable(unknown, own, path), [401, 'invalid_credential', own, true]);
    assert.deepEqual(await readable(mistyped, own, path), [401, 'invalid_credential', own, true]);
    assert.deepEqual(await readable(partner.headers, own, path), [403, 'scope_missing', own, true]);
    assert.deepEqual(await readable(unknown, 'https://evil.example.org', path), [
      401,
      'invalid_credential',
      null,
      true,
    ]);
  }

  const { credentialId } = site;
  await site.send({ type: 'RevokeCredential', credentialId });
  assert.deepEqual(await readable(site.headers, own), [403, 'credential_inactive', own, true]);
  assert.deepEqual(await readable(site.headers, others), [403, 'credential_inactive', null, true]);
  const brief = await plugIn(installation, { origin: own, expiresAt: Date.now() + 60_000 });
  const later = await servePublic({ ...installation, clock: { now: () => Date.now() + 61_000 } });
  const expired = await later.get(PATH, { headers: { ...brief.headers, origin: own } });
  await later.close();
  assert.equal((expired.body as { code: string }).code, 'credential_expired');
  assert.equal(expired.headers.get('access-control-allow-origin'), own);

  // While an installation is disabled, only another one's verification of the same origin makes preflights succeed.
  const disabled = await plugIn(installation, { origin: shared });
  await disabled.send({ type: 'MoveInstallation', move: 'disable' });
  assert.deepEqual(await readable(disabled.headers, shared), [403, 'credential_inactive', null, true]);
  await plugIn(installation, { origin: shared });
  assert.deepEqual(await readable(disabled.headers, shared), [403, 'credential_inactive', shared, true]);
});

entering('has its preflight answered for any verified origin, without a key', async () => {
  const site = await plugIn(installation, { origin: 'https://preflight.example.org' });
  const preflight = (origin: string): Promise<Reply> =>
    served.get(PATH, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-api-key' },
    });
  const { headers, status } = await preflight('https://preflight.example.org');
  assert.equal(status, 204);
  assert.equal(headers.get('access-control-allow-origin'), 'https://preflight.example.org');
  assert.match(headers.get('access-control-allow-headers') ?? '', /X-API-Key/iu);
  assert.equal((await preflight('https://evil.example.org')).headers.get('access-control-allow-origin'), null);
  await site.send({ type: 'MoveInstallation', move: 'disable' });
  const gone = await preflight('https://preflight.example.org');
  assert.equal(gone.headers.get('access-control-allow-origin'), null);
});

entering('needs a credential of the right kind', async () => {
  const partner = await partnerKey(installation);
  assert.deepEqual(await refusal(partner.headers), [403, 'scope_missing']);
  assert.equal((await ask(partner.headers, '/v1/people')).status, 403);
  assert.deepEqual(await refusal({ 'x-api-key': credentialFrom('colk_', randomBytes(32)) }), [
    401,
    'invalid_credential',
  ]);
  const site = await plugIn(installation);
  const body = { orcid_ids: ['0000-0002-1825-0097'] };
  assert.equal((await served.post('/api/ingest', body, site.headers)).status, 403);
  assert.equal(
    (await served.post('/api/ingest', body, { 'x-api-key': credentialFrom('coli_', randomBytes(32)) })).status,
    401,
  );
});

entering('keeps working with the old credential for the overlap chosen at rotation', async () => {
  const site = await plugIn(installation);
  const rotation = { type: 'RotateCredential', credentialId: site.credentialId, expiresAt: null } as const;
  const now = Date.now();
  await site.send({ ...rotation, newCredentialId: 'next', hash: 'f'.repeat(64), oldExpiresAt: now + 60_000, now });
  assert.equal((await ask(site.headers)).status, 200);
  const later = await servePublic({ ...installation, clock: { now: () => now + 61_000 } });
  const reply = await later.get(PATH, { headers: site.headers });
  await later.close();
  assert.equal((reply.body as { code: string }).code, 'credential_expired');
});

entering('can be read only by scripts of verified origins, whatever the case of its URL', async () => {
  const site = await plugIn(installation, { origin: 'https://case.example.org' });
  const headers = { origin: 'https://evil.example.org' };
  for (const path of ['/v1/people', '/V1/People', '/integrations/v1/people', '/INTEGRATIONS/V1/people', '/V1/people/x'])
    for (const init of [
      { headers },
      { headers: { ...headers, ...site.headers } },
      { headers, method: 'DELETE' },
      { headers: { ...headers, 'access-control-request-method': 'GET' }, method: 'OPTIONS' },
    ]) {
      const reply = await served.get(path, init);
      assert.equal(reply.headers.get('access-control-allow-origin'), null, `${path} ${JSON.stringify(init)}`);
    }
  for (const path of ['/v1/publications', '/V1/Publications', '/V1/nonsense', '/v1/publications?page=0'])
    assert.equal((await served.get(path, { headers })).headers.get('access-control-allow-origin'), '*', path);
  const believed = await served.get('/V1/PEOPLE', {
    headers: { origin: 'https://case.example.org', 'access-control-request-method': 'GET' },
    method: 'OPTIONS',
  });
  assert.equal(believed.headers.get('access-control-allow-origin'), 'https://case.example.org');
});

entering('gets the error body of its API, whatever the case of its URL', async () => {
  const { status, body } = await served.get('/Integrations/V1/people');
  assert.deepEqual([status, (body as { code: string }).code], [401, 'missing_credential']);
  const unknown = await served.get('/Integrations/v1/nonsense');
  assert.deepEqual([unknown.status, (unknown.body as { code: string }).code], [404, 'not_found']);
});

entering('and a partner get a code with each HTTP error', async () => {
  const { headers: partner } = await partnerKey(installation);
  const { headers } = await plugIn(installation);
  const long = 'x'.repeat(REQUEST.urlBytes);
  const cases: readonly (readonly [code: string, status: number, reply: Reply])[] = [
    ['not_found', 404, await served.get('/v1/nonsense')],
    ['method_not_allowed', 405, await served.get('/v1/people', { method: 'DELETE', headers })],
    ['body_too_large', 413, await served.post('/api/ingest', ' '.repeat(REQUEST.bodyBytes + 1), partner)],
    ['address_too_long', 414, await served.get(`/v1/people?q=${long}`, { headers })],
    [
      'unsupported_media_type',
      415,
      await served.post('/api/ingest', '<x/>', { ...partner, 'content-type': 'text/xml' }),
    ],
    // The codes of the integrations API are in the decisions.
    ['invalid_query', 414, await served.get(`${PATH}?q=${long}`, { headers })],
  ];
  for (const [code, status, reply] of cases)
    assert.deepEqual([reply.status, (reply.body as { code?: string }).code], [status, code], reply.text);
});

entering('and a partner get errors with the headers that the contract declares', async () => {
  const { headers: partner } = await partnerKey(installation);
  const { headers } = await plugIn(installation);
  const limited = await servePublic(installation, { rates: { address: 0, installation: 1_000 } });
  const document = openApiDocument({
    title: '',
    version: '1',
    description: '',
    url: limited.url,
    routes: limited.routes,
  });
  const { responses } = document['components'] as { responses: Record<string, { headers: object }> };
  const send = (path: string, body: string, type = 'application/json'): Promise<Reply> =>
    limited.post(path, body, { ...partner, 'content-type': type });
  const membership = '/api/partners/people/0000-0002-1825-0097/membership';
  const cases: readonly (readonly [name: string, reply: Reply])[] = [
    ['IntegrationsBadRequest', await limited.get(`${PATH}?page=0`, { headers })],
    ['IntegrationsUnauthorized', await limited.get(PATH)],
    ['BadRequest', await limited.get('/v1/people?page=0', { headers })],
    ['Unauthorized', await limited.get('/v1/people')],
    ['NotFound', await send(membership, '{"entity_id":"org","status":"org"}')],
    ['ContentTooLarge', await send('/api/ingest', ' '.repeat(REQUEST.bodyBytes + 1))],
    ['UnsupportedMediaType', await send('/api/ingest', '<x/>', 'text/xml')],
  ];
  for (const [name, { headers: sent, status, text }] of cases) {
    const declared = Object.keys(responses[name]?.headers ?? {});
    const has = Object.keys(HEADERS).filter((each) => sent.has(each));
    assert.deepEqual(
      has,
      Object.keys(HEADERS).filter((each) => declared.includes(each)),
      `${name}: ${text}`,
    );
    assert.equal(has.includes(status === 401 ? 'WWW-Authenticate' : 'RateLimit'), true, name);
  }
  await limited.close();
});

entering("gives no website's script access to responses to a partner key", async () => {
  const headers = { origin: 'https://evil.example.org' };
  const reply = await served.get('/api/ingest', { method: 'POST', headers });
  assert.deepEqual([reply.status, reply.headers.get('access-control-allow-origin')], [401, null]);
});
