/** The rules of membership: no one grants, removes or signs in a role above their own, no one joins without consent, and one administrator remains. */
import type { Decider } from '../decider.ts';
import { Refused } from '../errors.ts';
import { evolving } from '../evolving.ts';
import { known, mustExist, type Known } from '../must-exist.ts';
import { isAtLeast, type MemberEvent, type Role } from './events.ts';

export type Member =
  | { readonly status: 'absent' }
  | {
      readonly status: 'invited' | 'present';
      readonly role: Role;
      /** A sign-in link was made since the membership last changed, and neither used nor withdrawn. It may have expired. */
      readonly hasLink?: true;
    };

export type MemberCommand =
  /** Makes a member immediately, whatever the prior state. `by` is the caller's role; the command line acts as a superadmin. */
  | ({ readonly type: 'SetMember'; readonly userId: string; readonly role: Role; readonly by: Role } & Leaving)
  /** For someone who is not yet a member. */
  | { readonly type: 'InviteMember'; readonly userId: string; readonly role: Role; readonly by: Role }
  /** Sent by the invitee. */
  | { readonly type: 'AcceptInvitation'; readonly userId: string }
  | { readonly type: 'DeclineInvitation'; readonly userId: string }
  /** Sent by the member. */
  | ({ readonly type: 'LeaveWorkspace'; readonly userId: string } & Leaving)
  /** For a member or an invitation. */
  | ({ readonly type: 'ChangeMemberRole'; readonly userId: string; readonly role: Role; readonly by: Role } & Leaving)
  | ({ readonly type: 'RemoveMember'; readonly userId: string; readonly by: Role } & Leaving)
  /** For a member or an invitee. */
  | { readonly type: 'MakeSignInLink'; readonly userId: string; readonly by: Role; readonly until: number }
  | { readonly type: 'WithdrawSignInLink'; readonly userId: string; readonly by: Role }
  /** Sent by the holder of the link. Accepts an invitation. */
  | { readonly type: 'UseSignInLink'; readonly userId: string };

type Leaving = {
  /** Whether this is the workspace's only administrator, as known from other streams. Default: not checked. */
  readonly isLastAdmin?: boolean;
};

/** Throws `Refused('forbidden')` for a role above the caller's own. */
export const mustReach = (by: Role, role: Role): void => {
  if (!isAtLeast(by, role))
    throw new Refused('forbidden', 'role_too_low', `only a ${role} may grant or take the role ${role}`, {
      field: 'role',
      needed: role,
    });
};

const ADMIN: Role = 'workspace_admin';

/** Whether an administrator who gets the role `after` is no longer one. `after` is null for a member who leaves. */
export const ceasesToAdminister = (state: Member, after: Role | null): boolean =>
  state.status === 'present' && isAtLeast(state.role, ADMIN) && (after === null || !isAtLeast(after, ADMIN));

const mustLeaveAdmin = ({ isLastAdmin = false }: Leaving, state: Member, after: Role | null): void => {
  if (isLastAdmin && ceasesToAdminister(state, after))
    throw new Refused('conflict', 'last_admin', 'the workspace would have no administrator', {
      field: 'role',
      accepted: 'another administrator first',
    });
};

const removed = (userId: string, { role: before }: Known<Member>): readonly MemberEvent[] => [
  { type: 'MemberRemoved', data: { userId, before } },
];

const changed = (userId: string, before: Role, role: Role): readonly MemberEvent[] =>
  before === role ? [] : [{ type: 'MemberRoleChanged', data: { userId, before, role } }];

const withoutLink = (state: Member): Member =>
  state.status === 'absent' ? state : { status: state.status, role: state.role };

export const member: Decider<Member, MemberCommand, MemberEvent> = {
  initial: { status: 'absent' },

  decide(command, state) {
    const { userId } = command;
    if (command.type === 'AcceptInvitation') {
      const { status, role } = known(state, 'invitation');
      return status === 'present' ? [] : [{ type: 'InvitationAccepted', data: { userId, role } }];
    }
    if (command.type === 'DeclineInvitation')
      return removed(userId, mustExist(state.status === 'invited' ? state : null, 'invitation'));
    if (command.type === 'LeaveWorkspace') {
      const membership = mustExist(state.status === 'present' ? state : null, 'membership');
      mustLeaveAdmin(command, state, null);
      return removed(userId, membership);
    }
    if (command.type === 'UseSignInLink') {
      const { status, role } = mustExist(state.status !== 'absent' && state.hasLink ? state : null, 'link');
      const used: MemberEvent = { type: 'SignInLinkUsed', data: { userId } };
      return status === 'present' ? [used] : [used, { type: 'InvitationAccepted', data: { userId, role } }];
    }
    if (state.status !== 'absent') mustReach(command.by, state.role);
    if (command.type === 'MakeSignInLink') {
      known(state, 'member');
      return [{ type: 'SignInLinkMade', data: { userId, until: command.until } }];
    }
    if (command.type === 'WithdrawSignInLink')
      return known(state, 'member').hasLink ? [{ type: 'SignInLinkWithdrawn', data: { userId } }] : [];
    if (command.type === 'RemoveMember') {
      const present = known(state, 'member');
      mustLeaveAdmin(command, state, null);
      return removed(userId, present);
    }
    const { role, by } = command;
    mustReach(by, role);
    switch (command.type) {
      case 'SetMember':
        mustLeaveAdmin(command, state, role);
        return state.status === 'present'
          ? changed(userId, state.role, role)
          : [{ type: 'MemberAdded', data: { userId, role } }];
      case 'InviteMember': {
        if (state.status === 'absent') return [{ type: 'MemberInvited', data: { userId, role } }];
        if (state.role === role) return [];
        const isInvited = state.status === 'invited';
        throw new Refused(
          'conflict',
          'member_exists',
          `already ${isInvited ? 'invited' : 'a member'}, as ${state.role}`,
          {
            field: 'role',
            accepted: state.role,
            status: isInvited ? 'invited' : 'member',
          },
        );
      }
      case 'ChangeMemberRole':
        mustLeaveAdmin(command, state, role);
        return changed(userId, known(state, 'member').role, role);
    }
  },

  evolve: evolving<Member, MemberEvent, MemberEvent['type']>(
    {
      MemberInvited: (_state, { role }) => ({ status: 'invited', role }),
      MemberAdded: (_state, { role }) => ({ status: 'present', role }),
      InvitationAccepted: (_state, { role }) => ({ status: 'present', role }),
      MemberRoleChanged: ({ status }, { role }) => ({ status: status === 'invited' ? 'invited' : 'present', role }),
      MemberRemoved: () => ({ status: 'absent' }),
      SignInLinkMade: (state) => (state.status === 'absent' ? state : { ...state, hasLink: true }),
      SignInLinkWithdrawn: withoutLink,
      SignInLinkUsed: withoutLink,
    },
    {},
  ),
};
