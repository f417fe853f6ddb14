/** Which addresses the check of an origin may reach: no private one, whatever its name resolves to. */
import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { isPublicAddress } from '../../../infra/origins/address.ts';
import type { Resolve } from '../../../infra/origins/get-file.ts';
import { status } from '../../support/answering.ts';
import { selfSigned } from '../../support/self-signed.ts';
import { suite } from '../../support/suite.ts';
import { lookAt, named, PROOF, shows, withWebsite } from './looking.ts';

const PRIVATE = /private address/u;
const MUSEUM = 'museum.example';
const here = { address: '127.0.0.1', family: 4 } as const;
const inside = { address: '10.0.0.1', family: 4 } as const;

/** Responds in turn, repeating the last. */
const resolver = (...answers: readonly (readonly { address: string; family: number }[])[]) => {
  let lookups = 0;
  const resolve: Resolve = async () => answers[Math.min(lookups++, answers.length - 1)] ?? [];
  return {
    resolve,
    get lookups() {
      return lookups;
    },
  };
};

/** Stands in for a public address, since this machine has none. */
const onlyHere = (address: string): boolean => address === here.address;

const reaching = suite('requesting a proof');

for (const hostname of [
  '127.0.0.1',
  '0x7f.1',
  '2130706433',
  '0177.0.0.1',
  '127.1',
  'localhost',
  '0',
  '[::ffff:127.0.0.1]',
  '[::1]',
  '[::]',
])
  reaching(`does not reach ${hostname}`, () =>
    withWebsite([shows(PROOF)], async (website) => {
      assert.match((await lookAt(named(hostname, website), { mayReach: isPublicAddress })) ?? '', PRIVATE);
      assert.equal(website.requests.length, 0);
    }),
  );

reaching('does not reach a private address by a name', () =>
  withWebsite([shows(PROOF)], async (website) => {
    for (const answer of [[here], [inside, here], [{ address: '8.8.8.8', family: 4 }, here]]) {
      const { resolve } = resolver(answer);
      assert.match((await lookAt(named(MUSEUM, website), { mayReach: isPublicAddress, resolve })) ?? '', PRIVATE);
    }
    assert.equal(website.requests.length, 0);
  }),
);

reaching('connects to the address that was checked, even if the name resolves differently afterwards', () =>
  withWebsite([shows(PROOF)], async (website) => {
    const names = resolver([here], [inside]);
    assert.equal(await lookAt(named(MUSEUM, website), { mayReach: onlyHere, resolve: names.resolve }), null);
    assert.equal(names.lookups, 1);
    assert.equal(website.requests[0]?.headers.host, new URL(named(MUSEUM, website)).host);
  }),
);

reaching('checks again for every connection, including redirects', () =>
  withWebsite([status(302, { location: '/again', connection: 'close' }), shows(PROOF)], async (website) => {
    const names = resolver([here], [inside]);
    const sentence = await lookAt(named(MUSEUM, website), { mayReach: onlyHere, resolve: names.resolve });
    assert.match(sentence ?? '', PRIVATE);
    assert.equal(names.lookups, 2);
    assert.equal(website.requests.length, 1);
  }),
);

reaching('reaches private addresses if the operator permits it', () =>
  withWebsite([shows(PROOF)], async (website) => {
    assert.equal(await lookAt(named('localhost', website)), null);
  }),
);

reaching('reports that a name is unknown, or has no address', async () => {
  const unknown: Resolve = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));
  for (const resolve of [unknown, async () => []])
    assert.match((await lookAt(`http://${MUSEUM}`, { resolve })) ?? '', /could not be resolved/u);
});

reaching('waits for a name no longer than for a website', async () => {
  const resolve: Resolve = () => new Promise(() => undefined);
  assert.match((await lookAt(`http://${MUSEUM}`, { resolve, timeoutMs: 50 })) ?? '', /in time/u);
});

reaching('trusts no certificate without a known issuer, and reaches nothing else with TLS', async () => {
  const server = createServer(selfSigned, (_request, response) => void response.end(PROOF));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    assert.match((await lookAt(`https://localhost:${port}`)) ?? '', /certificate/u);
    for (const host of ['localhost', '127.0.0.1'])
      assert.match((await lookAt(`https://${host}:${port}`, { mayReach: isPublicAddress })) ?? '', PRIVATE);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
