/** Servers that cannot be used: the error names the address, what is wrong and what to do. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { ServerCredentials } from '@grpc/grpc-js';
import { openEventStoreDb } from '../../../infra/eventstoredb/index.ts';
import { startDouble } from '../../support/eventstoredb-double/double.ts';
import { closing } from '../../support/closing.ts';
import { selfSigned } from '../../support/self-signed.ts';
import { suite } from '../../support/suite.ts';

/** Long enough for a discovery to give up. */
const TIMEOUT_MS = 2_500;

const unusable = suite('an EventStoreDB that cannot be used');

const errorOf = (url: string): Promise<unknown> =>
  openEventStoreDb({ url, timeoutMs: TIMEOUT_MS }).then(
    async (store) => {
      await store.close();
      assert.fail('it was opened');
    },
    (error: unknown) => error,
  );

const says = async (url: string, reason: string): Promise<void> => {
  const error = await errorOf(url);
  assert.ok(error instanceof Error);
  assert.equal(error.message, `event store unavailable: ${reason}`);
};

unusable('is named with the setting if nothing listens there, also for a cluster', async () => {
  await says(
    'esdb://jo:secret@127.0.0.1:1?tls=false',
    'nothing listens at esdb://127.0.0.1:1: start the server, or correct EVENTSTORE_URL',
  );
  await says(
    'esdb+discover://127.0.0.1:1?tls=false',
    'no node of a cluster answers at esdb+discover://127.0.0.1:1: start the nodes, or correct EVENTSTORE_URL (a single node is esdb:// without +discover)',
  );
  await says(
    'esdb://no-such-host.invalid:2113?tls=false',
    'the host name in esdb://no-such-host.invalid:2113 is not known: correct EVENTSTORE_URL',
  );
});

unusable('is named if it never answers', async () => {
  const sockets: Socket[] = [];
  await using server = closing(
    createServer((socket) => void sockets.push(socket.resume().on('error', () => undefined))).listen(0),
  );
  await once(server, 'listening');
  const address = `esdb://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await says(`${address}?tls=false`, `${address} does not answer: check that it runs and can be reached from here`);
  for (const socket of sockets) socket.destroy();
});

unusable('with or without TLS, unlike the URL, is named with what to change', async () => {
  await using plain = await startDouble();
  const unencrypted = plain.url.replace('?tls=false', '');
  await says(
    unencrypted,
    `${unencrypted} does not use TLS: add ?tls=false to EVENTSTORE_URL, or turn TLS on at the server`,
  );
  const pair = { private_key: Buffer.from(selfSigned.key), cert_chain: Buffer.from(selfSigned.cert) };
  await using secured = await startDouble({ credentials: ServerCredentials.createSsl(null, [pair]) });
  const encrypted = secured.url.replace('?tls=false', '');
  await says(
    encrypted,
    `the certificate of ${encrypted} is not trusted: name its authority in EVENTSTORE_URL, tlsCAFile=FILE`,
  );
  await says(
    secured.url,
    `${encrypted} ends unencrypted connections: if it uses TLS, remove tls=false from EVENTSTORE_URL`,
  );
});

for (const [what, denial, reason] of [
  ['the password', 'unauthenticated', 'does not accept the user name and password in EVENTSTORE_URL: correct them'],
  [
    'the account',
    'denied',
    'denies access to the account in EVENTSTORE_URL: it must be allowed to read $all, see "Accounts on secured servers" in docs/operating.md',
  ],
] as const)
  unusable(`refuses ${what} once and for all, and says so`, async () => {
    await using double = await startDouble();
    double.faults.denies = denial;
    const error = await errorOf(double.url);
    assert.ok(error instanceof Error);
    assert.equal(error.name, 'Error', 'retrying would not help');
    assert.equal(error.message, `event store unavailable: ${double.url.replace('?tls=false', '')} ${reason}`);
  });
