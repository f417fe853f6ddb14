/** The rules of membership: nobody grants or takes a role above their own. */
import type { Decider } from '../decider.ts';
import { Refused } from '../errors.ts';
import { isAtLeast, type MemberEvent, type Role } from './events.ts';

export type Member = { readonly status: 'absent' } | { readonly status: 'present'; readonly role: Role };

export type MemberCommand =
  /** `by` is the role of who asks; the operator at the command line has that of a superadmin. */
  | { readonly type: 'SetMember'; readonly userId: string; readonly role: Role; readonly by: Role }
  | { readonly type: 'RemoveMember'; readonly userId: string; readonly by: Role };

const mustReach = (by: Role, role: Role): void => {
  if (!isAtLeast(by, role))
    throw new Refused('forbidden', 'role_too_low', `only a ${role} may grant or take the role ${role}`, {
      field: 'role',
      needed: role,
    });
};

export const member: Decider<Member, MemberCommand, MemberEvent> = {
  initial: { status: 'absent' },

  decide(command, state) {
    const { userId, by } = command;
    if (state.status === 'present') mustReach(by, state.role);
    switch (command.type) {
      case 'SetMember': {
        const { role } = command;
        mustReach(by, role);
        if (state.status === 'absent') return [{ type: 'MemberAdded', data: { userId, role } }];
        if (state.role === role) return [];
        return [{ type: 'MemberRoleChanged', data: { userId, before: state.role, role } }];
      }
      case 'RemoveMember':
        if (state.status === 'absent') throw new Refused('not_found', 'member_not_found', 'no such member');
        return [{ type: 'MemberRemoved', data: { userId, before: state.role } }];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'MemberAdded':
      case 'MemberRoleChanged':
        return { status: 'present', role: event.data.role };
      case 'MemberRemoved':
        return { status: 'absent' };
      default:
        event satisfies never;
        return state;
    }
  },
};
