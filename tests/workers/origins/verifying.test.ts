/** Origin verification from adding an origin to its verification or failure. */
import assert from 'node:assert/strict';
import { installationAggregate } from '../../../commands/installation.ts';
import { isTrustedOrigin } from '../../../projections/queries/installations.ts';
import { answering, silence, status } from '../../support/answering.ts';
import { suite } from '../../support/suite.ts';
import { checking, PROOF, shown, watched } from './checking.ts';

const missing = status(404);
const verifying = suite('an origin');

verifying('is verified as soon as its proof is served, and its installation becomes active', () =>
  checking([missing, missing, shown], async ({ website, deps, checked, until, later, history }) => {
    await checked(async () => {
      await until(({ attempts }) => attempts === 1);
      assert.equal(await isTrustedOrigin(deps.readModels, website.url), false);
      later(5_000);
      const { origins } = await until(({ attempts }) => attempts === 2);
      assert.match(origins[0]?.lastError ?? '', /404/u);
      later(30_000);
      const row = await until(({ status: is }) => is === 'verified');
      assert.equal(row.status, 'active');
      assert.equal(await isTrustedOrigin(deps.readModels, website.url), true);
    });
    assert.equal(website.requests.length, 3);
    assert.deepEqual(await history(), [
      'InstallationCreated',
      'OriginAdded',
      'OriginCheckFailed',
      'OriginCheckFailed',
      'OriginVerified',
      'InstallationActivated',
    ]);
    for await (const { type, metadata } of deps.events.readStream(installationAggregate.stream('org', 'museum'), {
      direction: 'backwards',
      limit: 2,
    }))
      assert.deepEqual(metadata.actor, { type: 'system', id: 'origin-checks' }, type);
  }),
);

verifying('fails after five attempts, and is checked again on request', () =>
  checking([missing, missing, missing, missing, missing, shown], async ({ website, send, checked, until, later }) => {
    await checked(async () => {
      for (const [index, wait] of [5_000, 30_000, 120_000, 600_000].entries()) {
        await until(({ attempts }) => attempts === index + 1);
        later(wait);
      }
      const row = await until(({ status: is }) => is === 'failed');
      assert.equal(row.status, 'pending_verification');
      assert.equal(row.checkDueAt, undefined);
      later(1_000_000_000);
      await send({ type: 'RequestOriginCheck', originId: 'o1' });
      await until(({ status: is }) => is === 'verified');
    });
    assert.equal(website.requests.length, 6);
  }),
);

verifying('is not checked before it is due', () =>
  checking([missing], async ({ website, deps, checked, until, later }) => {
    const { readModels, rounds } = watched(deps.readModels);
    await checked(
      async () => {
        await until(({ attempts }) => attempts === 1);
        later(4_999);
        await rounds(5);
        assert.equal(website.requests.length, 1);
        later(1);
        await until(({ attempts }) => attempts === 2);
      },
      { readModels },
    );
  }),
);

verifying('that is revoked during a check stays revoked', () =>
  checking(
    [(response, request) => void request.once('asked', () => shown(response, request))],
    async ({ website, send, checked, until, history }) => {
      await checked(async () => {
        while (website.requests.length === 0) await new Promise(setImmediate);
        await send({ type: 'RevokeOrigin', originId: 'o1' });
        website.requests[0]?.emit('asked');
        await until(({ status: is }) => is === 'revoked');
      });
      assert.deepEqual(await history(), ['InstallationCreated', 'OriginAdded', 'OriginRevoked']);
    },
  ),
);

verifying('of a revoked installation is not checked', () =>
  checking([shown], async ({ website, deps, send, checked }) => {
    await send({ type: 'MoveInstallation', move: 'revoke' });
    await deps.settled();
    const { readModels, rounds } = watched(deps.readModels);
    await checked(() => rounds(5), { readModels });
    assert.equal(website.requests.length, 0);
  }),
);

verifying('does not wait for another whose website does not respond', () =>
  checking([silence], async ({ website, send, checked, until, history }) => {
    const quick = await answering(shown);
    try {
      await checked(async () => {
        while (website.requests.length === 0) await new Promise(setImmediate);
        await send({ type: 'AddOrigin', originId: 'o2', origin: quick.url, proof: PROOF });
        await until((_first, { origins }) => origins[1]?.status === 'verified');
      });
    } finally {
      await quick.close();
    }
    assert.ok((await history()).includes('InstallationActivated'));
  }),
);
