/** Access granted by the operator: a member with a role, a session and a sign-in link. */
import type { Role } from '../../domain/member/events.ts';
import type { Position } from '../../domain/event.ts';
import { ceasesToAdminister } from '../../domain/member/member.ts';
import { whileOthersStay, type AdministratorsDeps } from '../administrators.ts';
import { loadState } from '../aggregate.ts';
import { newCaller } from '../caller.ts';
import { handle, type Deps } from '../handle.ts';
import { knownWorkspace } from '../known-workspace.ts';
import { memberAggregate } from '../aggregates.ts';
import type { StateStore } from '../ports.ts';
import { openSession } from './sessions.ts';
import { signInLinks } from './one-time.ts';
import { userByEmail } from './users.ts';

export type GrantedSession = {
  readonly userId: string;
  readonly email: string;
  /** Bearer token of a session. */
  readonly token: string;
  /** Secret of a sign-in link. */
  readonly linkSecret: string;
  /** The position that the member list must reach to include the role. */
  readonly position: Position | null;
  /** The role of a member whose role has changed, else null. */
  readonly previousRole: Role | null;
};

/**
 * `administrators`: tells whether the user is the last one, whose role is then not lowered. Null: not checked.
 * Throws `Refused('not_found')` for an unknown workspace, `Refused('invalid')` for a malformed workspace id or email address,
 * `Refused('conflict')` for the last administrator.
 */
export const grantSession = async (
  deps: Deps & { readonly state: StateStore },
  asked: { readonly email: string; readonly role: Role; readonly workspace: string },
  administrators: AdministratorsDeps | null = null,
): Promise<GrantedSession> => {
  const { role } = asked;
  const workspace = await knownWorkspace(deps, asked.workspace);
  const user = await userByEmail(deps, asked.email);
  const caller = newCaller(deps.ids, workspace, { type: 'system', id: 'cli' });
  const command = { type: 'SetMember', userId: user.id, role, by: 'superadmin' } as const;
  const set = (isLastAdmin: boolean) => handle(deps, memberAggregate, user.id, { ...command, isLastAdmin }, caller);
  const { state } = await loadState(deps.events, memberAggregate, workspace, user.id);
  // Anyone who becomes an administrator meanwhile is treated as the last one.
  const { position, events } =
    administrators !== null && ceasesToAdminister(state, role)
      ? await whileOthersStay(administrators, workspace, user.id, set)
      : await set(administrators !== null);
  const [previousRole = null] = events.flatMap(({ type, data }) => (type === 'MemberRoleChanged' ? [data.before] : []));
  const token = await openSession(deps, { userId: user.id, source: 'local' });
  const linkSecret = await signInLinks.issue(deps, { userId: user.id });
  return { userId: user.id, email: user.email ?? asked.email, token, linkSecret, position, previousRole };
};
