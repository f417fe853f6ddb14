/** The rows of installations, fold by fold: for administrators, requests and the checker of origins. */
import assert from 'node:assert/strict';
import { newCaller } from '../../commands/caller.ts';
import type { InstallationEvent } from '../../domain/installation/events.ts';
import { randomIds } from '../../infra/system.ts';
import { credentials, type CredentialRow } from '../../projections/installations/credentials.ts';
import { installationsProjection } from '../../projections/installations/index.ts';
import { installations, type InstallationRow } from '../../projections/installations/installations.ts';
import {
  activated,
  archived,
  checkFailed,
  checkRequested,
  created,
  disabled,
  issued,
  NOW,
  originAdded,
  originRevoked,
  originVerified,
  revoked,
  SITE,
} from '../domain/installation/samples.ts';
import { memoryEventStore } from '../support/memory-event-store.ts';
import { suite } from '../support/suite.ts';
import { plainFold } from '../workers/projector/plain-fold.ts';

const ADMIN = { type: 'user', id: 'u1' } as const;

/** The rows after these events; the n-th of them happened at n. */
const after = async (
  ...happened: readonly InstallationEvent[]
): Promise<{ readonly row: InstallationRow; readonly byHash: ReadonlyMap<string, CredentialRow> }> => {
  const events = memoryEventStore();
  const { commandId: _, ...caller } = newCaller(randomIds, 'org', ADMIN);
  for (const [at, event] of happened.entries()) {
    const written = { ...event, id: randomIds.next(), schemaVersion: 1, metadata: { ...caller, at } };
    await events.append('installation-org~museum', [written], 'any');
  }
  const rows = await plainFold(events, [installationsProjection]);
  return {
    row: rows.get(installations.name)?.get('org~museum') as unknown as InstallationRow,
    byHash: rows.get(credentials.name) as unknown as ReadonlyMap<string, CredentialRow>,
  };
};

const rotated: readonly InstallationEvent[] = [
  { type: 'CredentialIssued', data: { credentialId: 'c2', hash: 'hash of c2', expiresAt: null, rotatedFrom: 'c1' } },
  { type: 'CredentialReplaced', data: { credentialId: 'c1', hash: 'hash of c1', replacedBy: 'c2', expiresAt: NOW } },
];

const rows = suite('the row of an installation');

rows('shows its properties, times and revision', async () => {
  const { row } = await after(
    created,
    { type: 'InstallationRevised', data: { before: { description: null }, after: { description: 'Of glass' } } },
    { type: 'InstallationScopesChanged', data: { before: ['people.read', 'works.read'], after: ['works.read'] } },
  );
  const { position: _, ...shown } = row as InstallationRow & { position: number };
  assert.deepEqual(shown, {
    id: 'org~museum',
    workspace: 'org',
    installationId: 'museum',
    platform: 'cms_a',
    displayName: 'The museum',
    description: 'Of glass',
    status: 'draft',
    scopes: ['works.read'],
    origins: [],
    credentials: [],
    createdAt: 0,
    updatedAt: 2,
    revision: 2,
    believedOrigins: [],
  });
});

rows('accepts only the verified origins of an active installation', async () => {
  const two = [created, originAdded(), originAdded('o2', 'https://b.example'), originVerified()];
  const believed = async (...happened: readonly InstallationEvent[]): Promise<readonly string[]> =>
    (await after(...happened)).row.believedOrigins;
  assert.deepEqual(await believed(...two), []);
  assert.deepEqual(await believed(...two, activated), [SITE]);
  assert.deepEqual(await believed(...two, activated, originVerified('o2')), [SITE, 'https://b.example']);
  assert.deepEqual(await believed(...two, activated, originRevoked()), []);
  assert.deepEqual(await believed(...two, activated, disabled), []);
  assert.deepEqual(await believed(...two, activated, disabled, activated), [SITE]);
  assert.deepEqual(await believed(...two, activated, revoked), []);
  assert.deepEqual(await believed(...two, activated, archived), []);
});

rows('changes state with its first origin, and with later changes', async () => {
  const status = async (...happened: readonly InstallationEvent[]): Promise<string> =>
    (await after(...happened)).row.status;
  assert.equal(await status(created, originAdded()), 'pending_verification');
  assert.equal(await status(created, activated, originAdded()), 'active');
  assert.equal(await status(created, activated, disabled, originAdded()), 'disabled');
});

rows('is due when the first of its proofs is to be checked', async () => {
  const due = async (...happened: readonly InstallationEvent[]): Promise<number | undefined> =>
    (await after(...happened)).row.checkDueAt;
  assert.equal(await due(created), undefined);
  assert.equal(await due(created, originAdded()), 0);
  assert.equal(await due(created, originAdded(), checkFailed(1, NOW)), NOW);
  assert.equal(await due(created, originAdded(), originAdded('o2', 'https://b.example'), checkFailed(1, NOW)), 0);
  assert.equal(await due(created, originAdded(), checkFailed(5, null)), undefined);
  assert.equal(await due(created, originAdded(), checkFailed(5, null), checkRequested()), 0);
  assert.equal(await due(created, originAdded(), originVerified(), activated), undefined);
  assert.equal(await due(created, originAdded(), originRevoked()), undefined);
  for (const over of [revoked, archived]) assert.equal(await due(created, originAdded(), over), undefined);
  assert.equal(await due(created, activated, disabled, originAdded()), 0);
});

rows('shows the state of each origin, its time, and the last error', async () => {
  const { row } = await after(created, originAdded(), checkFailed(1, NOW), originVerified());
  assert.deepEqual(row.origins, [
    { id: 'o1', origin: SITE, proof: 'proof of o1', status: 'verified', attempts: 1, lastError: null, retryAt: null, addedAt: 1, verifiedAt: 3 }, // oxfmt-ignore
  ]);
  const { row: failed } = await after(created, originAdded(), checkFailed(5, null));
  assert.deepEqual(
    failed.origins.map(({ status, attempts, lastError, verifiedAt }) => [status, attempts, lastError, verifiedAt]),
    [['failed', 5, 'not there', null]],
  );
});

rows('shows who issued each credential, when it expires, and its successor', async () => {
  const { row } = await after(created, issued(), ...rotated, {
    type: 'CredentialRevoked',
    data: { credentialId: 'c2', hash: 'hash of c2' },
  });
  assert.deepEqual(row.credentials, [
    { id: 'c1', hash: 'hash of c1', expiresAt: NOW, replacedBy: 'c2', revoked: false, issuedAt: 1, issuedBy: ADMIN, rotatedFrom: null, revokedAt: null }, // oxfmt-ignore
    { id: 'c2', hash: 'hash of c2', expiresAt: null, replacedBy: null, revoked: true, issuedAt: 2, issuedBy: ADMIN, rotatedFrom: 'c1', revokedAt: 4 }, // oxfmt-ignore
  ]);
});

const lookups = suite('a credential');

lookups('is found by its hash, with its expiry', async () => {
  const { byHash } = await after(created, issued('c1', NOW + 5));
  const { position: _, ...row } = byHash.get('hash of c1') as CredentialRow & { position: number };
  assert.deepEqual(row, {
    id: 'hash of c1',
    workspace: 'org',
    installationId: 'museum',
    credentialId: 'c1',
    expiresAt: NOW + 5,
    revoked: false,
  });
});

lookups('that was replaced expires with the overlap, unlike its successor', async () => {
  const { byHash } = await after(created, issued(), ...rotated);
  assert.equal(byHash.get('hash of c1')?.expiresAt, NOW);
  assert.equal(byHash.get('hash of c2')?.expiresAt, null);
});

lookups('that was revoked is shown as revoked, whatever else happened', async () => {
  const { byHash } = await after(created, issued(), ...rotated, {
    type: 'CredentialRevoked',
    data: { credentialId: 'c1', hash: 'hash of c1' },
  });
  assert.equal(byHash.get('hash of c1')?.revoked, true);
  assert.equal(byHash.get('hash of c2')?.revoked, false);
});
