/** Identity providers with endless responses: only a limited part is read. */
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SIGN_IN } from '../../../domain/limits.ts';
import { openOpenIdProvider } from '../../../infra/identity/openid.ts';
import { openProxyTokens } from '../../../infra/identity/proxy-tokens.ts';
import { silent } from '../../support/silent.ts';
import { suite } from '../../support/suite.ts';

const CHUNK = `"${'a'.repeat(64 * 1_024)}`;
/** Bytes in socket buffers, which are sent and never read. */
const ON_THE_WAY = 16 * 1_024 * 1_024;
/** Far longer than the test: the limit must end the reading. */
const TIMEOUT_MS = 300_000;

const endless = suite('an endless response', { timeoutMs: 60_000 });

/** The number of bytes sent until the other side closes. */
const sendWithoutEnd = async (response: ServerResponse): Promise<number> => {
  let bytes = 0;
  let isOpen = true;
  const closed = new Promise<void>((resolve) => response.once('close', resolve)).then(() => (isOpen = false));
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"access_token":');
  while (isOpen) {
    bytes += CHUNK.length;
    if (!response.write(CHUNK))
      await Promise.race([closed, new Promise<void>((resolve) => response.once('drain', resolve))]);
  }
  return bytes;
};

/** Responds endlessly to `without`, and to anything else with the configuration of a provider. */
const served = async (without: string, work: (base: string) => Promise<void>): Promise<number> => {
  let sent: Promise<number> = Promise.resolve(0);
  const server = createServer((request, response) => {
    if (request.url?.startsWith(without) === true) sent = sendWithoutEnd(response);
    else {
      const configuration = {
        issuer: base,
        authorization_endpoint: `${base}/auth`,
        token_endpoint: `${base}/token`,
        jwks_uri: `${base}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(configuration));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await work(base);
    return await sent;
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
};

const isBounded = (bytes: number): void =>
  assert.ok(bytes > SIGN_IN.answerBytes && bytes < SIGN_IN.answerBytes + ON_THE_WAY, `${bytes} bytes`);

const openIdOf = (issuer: string) =>
  openOpenIdProvider({ issuer, clientId: 'c', clientSecret: 's' }, { log: silent, timeoutMs: TIMEOUT_MS });

endless('with the configuration makes signing in unavailable', async () => {
  isBounded(
    await served('/.well-known', (base) =>
      assert.rejects(openIdOf(base).begin(`${base}/callback`), { name: 'Unavailable' }),
    ),
  );
});

endless('with the tokens refuses the sign-in', async () => {
  isBounded(
    await served('/token', async (base) => {
      const provider = openIdOf(base);
      const { checks } = await provider.begin(`${base}/callback`);
      const callback = new URL(`${base}/callback?code=c&state=${checks.state}`);
      await assert.rejects(provider.finish(callback.href, checks), { name: 'Refused', code: 'sign_in_failed' });
    }),
  );
});

endless('with the keys of a proxy makes it unavailable', async () => {
  isBounded(
    await served('/keys', async (base) => {
      const config = { header: 'x-jwt', jwksUrl: `${base}/keys`, audience: 'a', issuer: base };
      const token = `${Buffer.from('{"alg":"RS256","kid":"k"}').toString('base64url')}.e30.AAAA`;
      await assert.rejects(openProxyTokens(config, { timeoutMs: TIMEOUT_MS }).verify(token), { name: 'Unavailable' });
    }),
  );
});
