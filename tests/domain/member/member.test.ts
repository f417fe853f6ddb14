/** Membership: granted and ended by those who may. */
import type { MemberEvent, Role } from '../../../domain/member/events.ts';
import { member } from '../../../domain/member/member.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';

const userId = 'u1';
const added = (role: Role): MemberEvent => ({ type: 'MemberAdded', data: { userId, role } });
const set = (role: Role, by: Role) => ({ type: 'SetMember', userId, role, by }) as const;

const membership = suite('a membership');
membership('begins, changes and ends', () => {
  given(member).when(set('member', 'workspace_admin')).then(added('member'));
  given(member, added('member'))
    .when(set('workspace_admin', 'workspace_admin'))
    .then({ type: 'MemberRoleChanged', data: { userId, before: 'member', role: 'workspace_admin' } });
  given(member, added('member'))
    .when({ type: 'RemoveMember', userId, by: 'workspace_admin' })
    .then({ type: 'MemberRemoved', data: { userId, before: 'member' } });
});
membership('is granted once', () => given(member, added('member')).when(set('member', 'superadmin')).thenNothing());
membership('cannot be granted with a role above one’s own', () => {
  given(member).when(set('superadmin', 'workspace_admin')).thenRefused('forbidden', 'role_too_low');
  given(member, added('superadmin')).when(set('member', 'workspace_admin')).thenRefused('forbidden', 'role_too_low');
  given(member, added('superadmin'))
    .when({ type: 'RemoveMember', userId, by: 'workspace_admin' })
    .thenRefused('forbidden', 'role_too_low');
});
const invited = (role: Role): MemberEvent => ({ type: 'MemberInvited', data: { userId, role } });
const accepted = (role: Role): MemberEvent => ({ type: 'InvitationAccepted', data: { userId, role } });
const invite = (role: Role, by: Role) => ({ type: 'InviteMember', userId, role, by }) as const;
const change = (role: Role, by: Role) => ({ type: 'ChangeMemberRole', userId, role, by }) as const;
membership('is offered once: an invitation cannot be repeated with another role', () => {
  given(member).when(invite('member', 'workspace_admin')).then(invited('member'));
  given(member, invited('member')).when(invite('member', 'workspace_admin')).thenNothing();
  given(member, invited('member'))
    .when(invite('workspace_admin', 'workspace_admin'))
    .thenRefused('conflict', 'member_exists');
  given(member, added('member')).when(invite('member', 'workspace_admin')).thenNothing();
  given(member, added('member'))
    .when(invite('workspace_admin', 'workspace_admin'))
    .thenRefused('conflict', 'member_exists');
  given(member).when(invite('superadmin', 'workspace_admin')).thenRefused('forbidden', 'role_too_low');
});
membership('that has ended is not revived by a change of role', () => {
  given(member, added('member'), { type: 'MemberRemoved', data: { userId, before: 'member' } })
    .when(change('member', 'superadmin'))
    .thenRefused('not_found', 'member_not_found');
  given(member, added('superadmin')).when(change('member', 'workspace_admin')).thenRefused('forbidden', 'role_too_low');
});
membership('that does not exist cannot end', () =>
  given(member).when({ type: 'RemoveMember', userId, by: 'superadmin' }).thenRefused('not_found', 'member_not_found'),
);

const made: MemberEvent = { type: 'SignInLinkMade', data: { userId, until: 9 } };
const use = { type: 'UseSignInLink', userId } as const;
const make = (by: Role) => ({ type: 'MakeSignInLink', userId, by, until: 9 }) as const;

membership('lets an administrator make a sign-in link, though not for a role above their own', () => {
  given(member, invited('member')).when(make('workspace_admin')).then(made);
  given(member, added('workspace_admin'), made).when(make('workspace_admin')).then(made);
  given(member).when(make('superadmin')).thenRefused('not_found', 'member_not_found');
  for (const event of [added, invited])
    given(member, event('superadmin')).when(make('workspace_admin')).thenRefused('forbidden', 'role_too_low');
});

membership('is entered by its link once, which accepts an invitation', () => {
  const used: MemberEvent = { type: 'SignInLinkUsed', data: { userId } };
  given(member, added('member'), made).when(use).then(used);
  given(member, invited('member'), made).when(use).then(used, accepted('member'));
  given(member, added('member'), made, used).when(use).thenRefused('not_found', 'link_not_found');
});

membership('that changes or ends takes its link with it; so does a withdrawal', () => {
  const withdrawn: MemberEvent = { type: 'SignInLinkWithdrawn', data: { userId } };
  const withdraw = { type: 'WithdrawSignInLink', userId, by: 'workspace_admin' } as const;
  given(member, added('member'), made).when(withdraw).then(withdrawn);
  given(member, added('member'), made, withdrawn).when(withdraw).thenNothing();
  const ends: readonly (readonly MemberEvent[])[] = [
    [withdrawn],
    [{ type: 'MemberRoleChanged', data: { userId, before: 'member', role: 'superadmin' } }],
    [{ type: 'MemberRemoved', data: { userId, before: 'member' } }, invited('member')],
  ];
  for (const after of ends)
    given(member, added('member'), made, ...after)
      .when(use)
      .thenRefused('not_found', 'link_not_found');
});

membership('of the last administrator neither ends nor changes to the role of a member', () => {
  const last = { isLastAdmin: true } as const;
  const remove = { type: 'RemoveMember', userId, by: 'superadmin' } as const;
  for (const role of ['workspace_admin', 'superadmin'] as const) {
    given(member, added(role))
      .when({ ...remove, ...last })
      .thenRefused('conflict', 'last_admin');
    for (const lower of [change, set])
      given(member, added(role))
        .when({ ...lower('member', 'superadmin'), ...last })
        .thenRefused('conflict', 'last_admin');
  }
  given(member, added('superadmin'))
    .when({ ...change('workspace_admin', 'superadmin'), ...last })
    .then({ type: 'MemberRoleChanged', data: { userId, before: 'superadmin', role: 'workspace_admin' } });
  given(member, added('member'))
    .when({ ...remove, ...last })
    .then({ type: 'MemberRemoved', data: { userId, before: 'member' } });
  given(member, invited('workspace_admin'))
    .when({ ...remove, ...last })
    .then({ type: 'MemberRemoved', data: { userId, before: 'workspace_admin' } });
});

const ended = (before: Role): MemberEvent => ({ type: 'MemberRemoved', data: { userId, before } });
const leave = { type: 'LeaveWorkspace', userId } as const;
membership('ends when the member leaves, in any role, unless they are the last administrator', () => {
  given(member, added('member')).when(leave).then(ended('member'));
  given(member, added('superadmin')).when(leave).then(ended('superadmin'));
  given(member, added('member'))
    .when({ ...leave, isLastAdmin: true })
    .then(ended('member'));
  given(member, added('workspace_admin'))
    .when({ ...leave, isLastAdmin: true })
    .thenRefused('conflict', 'last_admin');
  for (const before of [[], [invited('member')], [added('member'), ended('member')]])
    given(member, ...before)
      .when(leave)
      .thenRefused('not_found', 'membership_not_found');
});

membership('does not begin when the invitee declines, who may be invited again', () => {
  const decline = { type: 'DeclineInvitation', userId } as const;
  given(member, invited('superadmin')).when(decline).then(ended('superadmin'));
  given(member, invited('member'), ended('member')).when(invite('member', 'workspace_admin')).then(invited('member'));
  for (const before of [
    [],
    [added('member')],
    [invited('member'), accepted('member')],
    [invited('member'), ended('member')],
  ])
    given(member, ...before)
      .when(decline)
      .thenRefused('not_found', 'invitation_not_found');
});

const accept = { type: 'AcceptInvitation', userId } as const;
membership('begins when the invitee accepts, in the role then offered', () => {
  given(member, invited('member')).when(accept).then(accepted('member'));
  given(member, invited('member'))
    .when(change('workspace_admin', 'workspace_admin'))
    .then({ type: 'MemberRoleChanged', data: { userId, before: 'member', role: 'workspace_admin' } });
  given(member, invited('member'), {
    type: 'MemberRoleChanged',
    data: { userId, before: 'member', role: 'workspace_admin' },
  })
    .when(accept)
    .then(accepted('workspace_admin'));
  given(member, invited('member'), accepted('member')).when(accept).thenNothing();
  given(member, added('member')).when(accept).thenNothing();
});
membership('cannot be accepted by those who were not invited, or no longer are', () => {
  given(member).when(accept).thenRefused('not_found', 'invitation_not_found');
  given(member, invited('member'), { type: 'MemberRemoved', data: { userId, before: 'member' } })
    .when(accept)
    .thenRefused('not_found', 'invitation_not_found');
});
membership('is granted at once by the operator, even to a user who is only invited', () =>
  given(member, invited('member')).when(set('workspace_admin', 'superadmin')).then(added('workspace_admin')),
);
membership('offered above one’s own role cannot be withdrawn', () =>
  given(member, invited('superadmin'))
    .when({ type: 'RemoveMember', userId, by: 'workspace_admin' })
    .thenRefused('forbidden', 'role_too_low'),
);
