/** ID tokens that were not issued by the sign-in provider, or not for us: each refuses the sign-in. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { openOpenIdProvider } from '../../../infra/identity/openid.ts';
import { silent } from '../../support/silent.ts';
import { suite } from '../../support/suite.ts';

const SECRET = 'a-secret-of-the-tests-alone-that-is-long-enough';
const CLIENT = 'colophon';
const forging = suite('an ID token');

const keys = await generateKeyPair('RS256', { extractable: true });
const others = await generateKeyPair('RS256', { extractable: true });
const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };

let idToken = '';
const server = createServer((request, response) => {
  const configuration = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
  };
  const answers: Readonly<Record<string, unknown>> = {
    '/keys': { keys: [jwk] },
    '/token': { access_token: 'a', token_type: 'Bearer', id_token: idToken },
  };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(answers[request.url ?? ''] ?? configuration));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
forging.after(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

type Claims = Readonly<Record<string, unknown>>;
const HEADER = { alg: 'RS256', kid: 'k' };
const signed = (claims: Claims) => new SignJWT(claims).setProtectedHeader(HEADER).sign(keys.privateKey);
const now = Math.floor(Date.now() / 1_000);

/** The result of a sign-in with these claims and changes, as signed by `make`. */
const signIn = async (changes: Claims, make: (claims: Claims) => Promise<string> | string = signed) => {
  const provider = openOpenIdProvider({ issuer, clientId: CLIENT, clientSecret: SECRET }, { log: silent });
  const { checks } = await provider.begin(`${issuer}/callback`);
  const claims = { iss: issuer, aud: CLIENT, sub: 'ada', iat: now, exp: now + 600, nonce: checks.nonce };
  idToken = await make({ ...claims, email: 'ada@example.org', email_verified: true, ...changes });
  return provider.finish(`${issuer}/callback?code=c&state=${checks.state}`, checks);
};

forging('of the provider identifies the user', async () => {
  assert.equal((await signIn({})).subject, 'ada');
});

const FORGED: Readonly<Record<string, () => Promise<unknown>>> = {
  'without a signature': () => signIn({}, (claims) => new UnsecuredJWT(claims).encode()),
  'signed with another key under a known name': () =>
    signIn({}, (claims) => new SignJWT(claims).setProtectedHeader(HEADER).sign(others.privateKey)),
  'signed with the secret of the client': () =>
    signIn({}, (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(SECRET))),
  'of another issuer': () => signIn({ iss: 'https://evil.example' }),
  'for another client': () => signIn({ aud: 'other' }),
  'of another sign-in': () => signIn({ nonce: 'other' }),
  'that has expired': () => signIn({ exp: now - 600 }),
  'without an expiry': () => signIn({ exp: undefined }),
};
for (const [what, attempt] of Object.entries(FORGED))
  forging(`${what} signs no one in`, () => assert.rejects(attempt, { name: 'Refused', code: 'sign_in_failed' }));
