/** The rules of membership: nobody grants or takes a role above their own. */
import type { Decider } from '../decider.ts';
import { Refused } from '../errors.ts';
import { isAtLeast, type MemberEvent, type Role } from './events.ts';

export type Member = { readonly status: 'absent' } | { readonly status: 'present'; readonly role: Role };

export type MemberCommand =
  /** Whatever it was. `by` is the role of who asks; the operator at the command line has that of a superadmin. */
  | { readonly type: 'SetMember'; readonly userId: string; readonly role: Role; readonly by: Role }
  /** Of somebody who is no member yet. */
  | { readonly type: 'InviteMember'; readonly userId: string; readonly role: Role; readonly by: Role }
  /** Of a member. */
  | { readonly type: 'ChangeMemberRole'; readonly userId: string; readonly role: Role; readonly by: Role }
  | { readonly type: 'RemoveMember'; readonly userId: string; readonly by: Role };

const mustReach = (by: Role, role: Role): void => {
  if (!isAtLeast(by, role))
    throw new Refused('forbidden', 'role_too_low', `only a ${role} may grant or take the role ${role}`, {
      field: 'role',
      needed: role,
    });
};

const absent = (): Refused => new Refused('not_found', 'member_not_found', 'no such member');

const settled = (
  state: Member,
  { userId, role, by }: Exclude<MemberCommand, { readonly type: 'RemoveMember' }>,
): readonly MemberEvent[] => {
  mustReach(by, role);
  if (state.status === 'absent') return [{ type: 'MemberAdded', data: { userId, role } }];
  return state.role === role ? [] : [{ type: 'MemberRoleChanged', data: { userId, before: state.role, role } }];
};

export const member: Decider<Member, MemberCommand, MemberEvent> = {
  initial: { status: 'absent' },

  decide(command, state) {
    const { userId, by } = command;
    if (state.status === 'present') mustReach(by, state.role);
    switch (command.type) {
      case 'SetMember':
        return settled(state, command);
      case 'InviteMember':
        if (state.status === 'present' && state.role !== command.role)
          throw new Refused('conflict', 'member_exists', `already a member, as ${state.role}`, {
            field: 'role',
            accepted: state.role,
          });
        return settled(state, command);
      case 'ChangeMemberRole':
        if (state.status === 'absent') throw absent();
        return settled(state, command);
      case 'RemoveMember':
        if (state.status === 'absent') throw absent();
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
