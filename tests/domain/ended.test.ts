/** What a restore ends again, given how it stood in the replaced log and stands in the restored one. */
import assert from 'node:assert/strict';
import type { ApiKey } from '../../domain/api-key/api-key.ts';
import { endedApiKey, endedInstallation, endedMembership } from '../../domain/ended.ts';
import type { Credential, Present } from '../../domain/installation/state.ts';
import type { Member } from '../../domain/member/member.ts';
import { suite } from '../support/suite.ts';

const ending = suite('what a restore ends again');

const absent = { status: 'absent' } as const;
const is = (status: 'invited' | 'present', role: 'member' | 'workspace_admin' = 'member'): Member => ({ status, role });
const remove = { type: 'RemoveMember', userId: 'u', by: 'superadmin' } as const;

ending('is a membership that ended or must be accepted again, and a lowered role', () => {
  assert.deepEqual(endedMembership(absent, is('present'), 'u'), [remove]);
  assert.deepEqual(endedMembership(absent, is('invited'), 'u'), [remove]);
  assert.deepEqual(endedMembership(is('invited'), is('present'), 'u'), [remove]);
  assert.deepEqual(endedMembership(is('present'), is('present', 'workspace_admin'), 'u'), [
    { type: 'ChangeMemberRole', userId: 'u', role: 'member', by: 'superadmin' },
  ]);
  for (const [replaced, restored] of [
    [is('present', 'workspace_admin'), is('present')],
    [is('present'), is('invited')],
    [absent, absent],
  ] as const)
    assert.deepEqual(endedMembership(replaced, restored, 'u'), []);
});

ending('is a key that was revoked or suspended', () => {
  const key = (status: 'active' | 'suspended' | 'revoked'): ApiKey => {
    return { status, clientName: 'Partner', scopes: [], rateLimitPerMinute: 1 };
  };
  const types = (replaced: ApiKey, restored: ApiKey) => endedApiKey(replaced, restored).map(({ type }) => type);
  assert.deepEqual(types(key('revoked'), key('suspended')), ['RevokeApiKey']);
  assert.deepEqual(types(key('suspended'), key('active')), ['ChangeApiKey']);
  for (const restored of [absent, key('revoked')]) assert.deepEqual(types(key('revoked'), restored), []);
  assert.deepEqual(types(key('active'), key('suspended')), []);
});

ending('is of an installation whatever was revoked, replaced or disabled', () => {
  const credential = (id: string, change: Partial<Credential> = {}): Credential => ({
    ...{ id, hash: id, expiresAt: null, replacedBy: null, revoked: false },
    ...change,
  });
  const origin = (status: 'verified' | 'revoked') =>
    ({
      id: 'o',
      origin: 'https://a.example',
      proof: 'p',
      status,
      attempts: 1,
      lastError: null,
      retryAt: null,
    }) as const;
  const web = (change: Partial<Present>): Present => ({
    ...{ status: 'active', platform: 'cms_a', displayName: 'W', description: null, scopes: [] },
    ...{ origins: [], credentials: [] },
    ...change,
  });
  const replaced = web({
    status: 'disabled',
    origins: [origin('revoked')],
    credentials: [
      credential('a', { revoked: true }),
      credential('b', { replacedBy: 'd', expiresAt: 9 }),
      credential('c', { replacedBy: 'e', expiresAt: 9 }),
      credential('d'),
    ],
  });
  const restored = web({
    origins: [origin('verified')],
    credentials: [credential('a'), credential('b'), credential('c', { replacedBy: 'e', expiresAt: 9 })],
  });
  assert.deepEqual(endedInstallation(replaced, restored), [
    { type: 'RevokeCredential', credentialId: 'a' },
    { type: 'RevokeCredential', credentialId: 'b' },
    { type: 'RevokeOrigin', originId: 'o' },
    { type: 'MoveInstallation', move: 'disable' },
  ]);
  assert.deepEqual(endedInstallation(web({ status: 'revoked' }), web({ status: 'disabled' })), [
    { type: 'MoveInstallation', move: 'revoke' },
  ]);
  assert.deepEqual(endedInstallation(web({ status: 'revoked' }), web({ status: 'archived' })), []);
});
