/** What ended in a log that a backup replaces: the commands that end it again in the restored one. What has begun since is not repeated. */
import type { ApiKey, ApiKeyCommand } from './api-key/api-key.ts';
import type { CredentialCommand } from './installation/credentials.ts';
import type { InstallationCommand } from './installation/installation.ts';
import { FINAL, type Credential, type Installation } from './installation/state.ts';
import { isAtLeast } from './member/events.ts';
import type { Member, MemberCommand } from './member/member.ts';

/** Memberships that ended or must be accepted again, and roles that were lowered. */
export const endedMembership = (replaced: Member, restored: Member, userId: string): readonly MemberCommand[] => {
  if (restored.status === 'absent') return [];
  const by = 'superadmin';
  if (replaced.status === 'absent' || (replaced.status === 'invited' && restored.status === 'present'))
    return [{ type: 'RemoveMember', userId, by }];
  const { role } = replaced;
  return isAtLeast(role, restored.role) ? [] : [{ type: 'ChangeMemberRole', userId, role, by }];
};

export const endedApiKey = (replaced: ApiKey, restored: ApiKey): readonly ApiKeyCommand[] => {
  if (replaced.status === 'revoked' && restored.status !== 'absent' && restored.status !== 'revoked')
    return [{ type: 'RevokeApiKey', replacedBy: null }];
  if (replaced.status === 'suspended' && restored.status === 'active')
    return [{ type: 'ChangeApiKey', isActive: false }];
  return [];
};

/** By rotation too: the restored log does not know the credential that replaced it, nor how long the two overlap. */
const hasEnded = (replaced: Credential, restored: Credential): boolean =>
  replaced.revoked || (replaced.replacedBy !== null && restored.replacedBy === null);

const endedCredentials = (
  replaced: readonly Credential[],
  restored: readonly Credential[],
): readonly CredentialCommand[] =>
  restored
    .filter((each) => !each.revoked && replaced.some((other) => other.id === each.id && hasEnded(other, each)))
    .map(({ id }) => ({ type: 'RevokeCredential', credentialId: id }));

export const endedInstallation = (replaced: Installation, restored: Installation): readonly InstallationCommand[] => {
  if (replaced.status === 'absent' || restored.status === 'absent' || FINAL.has(restored.status)) return [];
  const revoked = new Set(replaced.origins.filter(({ status }) => status === 'revoked').map(({ id }) => id));
  const origins = restored.origins.filter(({ id, status }) => status !== 'revoked' && revoked.has(id));
  const moves = { revoked: 'revoke', archived: 'archive', disabled: 'disable' } as const;
  const { status } = replaced;
  const isOver =
    status === 'revoked' || status === 'archived' || (status === 'disabled' && restored.status === 'active');
  return [
    ...endedCredentials(replaced.credentials, restored.credentials),
    ...origins.map(({ id }) => ({ type: 'RevokeOrigin', originId: id }) as const),
    ...(isOver ? [{ type: 'MoveInstallation', move: moves[status] } as const] : []),
  ];
};
