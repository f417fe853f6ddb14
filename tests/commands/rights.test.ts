/** Whether who asked for a long job may go on with it. */
import assert from 'node:assert/strict';
import { apiKeyAggregate, memberAggregate } from '../../commands/aggregates.ts';
import { newCaller } from '../../commands/caller.ts';
import { handle } from '../../commands/handle.ts';
import { mustStillMay, RightsEnded, type Asked } from '../../commands/rights.ts';
import type { ApiKeyCommand } from '../../domain/api-key/api-key.ts';
import type { Role } from '../../domain/member/events.ts';
import type { MemberCommand } from '../../domain/member/member.ts';
import { depsOf } from '../support/counter.ts';
import { memoryEventStore } from '../support/memory-event-store.ts';
import { suite } from '../support/suite.ts';

const rights = suite('who asked for a long job');

const userId = 'jo';
const USER = { type: 'user', id: userId } as const;
const KEY = { type: 'api_key', id: 'k' } as const;

const fresh = (workspaces: readonly string[] = ['org']) => {
  const deps = depsOf(memoryEventStore());
  const by = (workspace: string) => newCaller(deps.ids, workspace, { type: 'system', id: 'test' });
  return {
    member: (command: MemberCommand, workspace = 'org') =>
      handle(deps, memberAggregate, userId, command, by(workspace)),
    key: (command: ApiKeyCommand) => handle(deps, apiKeyAggregate, KEY.id, command, by('org')),
    reason: async (actor: Asked['actor'], role: Role = 'member'): Promise<string | null> => {
      try {
        const asked = { workspace: 'org', actor, role };
        await mustStillMay({ ...deps, workspacesOf: () => Promise.resolve(workspaces) }, asked);
        return null;
      } catch (error) {
        assert.ok(error instanceof RightsEnded);
        return error.code;
      }
    },
  };
};

const set = (role: Role) => ({ type: 'SetMember', userId, role, by: 'superadmin' }) as const;
const REMOVE = { type: 'RemoveMember', userId, by: 'superadmin' } as const;

rights('needs the membership and the role of the moment, whatever rows say', async () => {
  const { member, reason } = fresh();
  assert.equal(await reason(USER), 'membership_ended');
  await member({ type: 'InviteMember', userId, role: 'workspace_admin', by: 'superadmin' });
  assert.equal(await reason(USER), 'membership_ended', 'an invitation is no membership');
  await member({ type: 'AcceptInvitation', userId });
  assert.equal(await reason(USER, 'workspace_admin'), null);
  await member({ type: 'ChangeMemberRole', userId, role: 'member', by: 'superadmin' });
  assert.deepEqual([await reason(USER, 'workspace_admin'), await reason(USER)], ['role_lowered', null]);
  await member(REMOVE);
  assert.equal(await reason(USER), 'membership_ended');
});

rights('may be a superadmin of another workspace', async () => {
  const { member, reason } = fresh(['other']);
  await member(set('workspace_admin'), 'other');
  assert.equal(await reason(USER), 'membership_ended');
  await member(set('superadmin'), 'other');
  assert.equal(await reason(USER, 'superadmin'), null);
  await member(REMOVE, 'other');
  assert.equal(await reason(USER), 'membership_ended');
});

rights('may be a key, as long as it is active and may ingest', async () => {
  const { key, reason } = fresh();
  const settings = { scopes: ['ingest'], rateLimitPerMinute: 60 } as const;
  await key({ type: 'IssueApiKey', keyHash: KEY.id, clientName: 'Portal', rotatedFrom: null, ...settings });
  assert.equal(await reason(KEY), null);
  await key({ type: 'ChangeApiKey', scopes: ['membership.update'] });
  assert.equal(await reason(KEY), 'scope_removed');
  await key({ type: 'ChangeApiKey', isActive: false });
  assert.equal(await reason(KEY), 'key_inactive');
});

rights('may be the system, which needs none', async () => {
  assert.equal(await fresh().reason({ type: 'system', id: 'harvest' }, 'superadmin'), null);
});
