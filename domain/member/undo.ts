/** How each event of a membership is undone: a member who left is invited again, one who was removed becomes a member at once. */
import type { Recorded } from '../event.ts';
import type { MemberEvent, Role } from './events.ts';
import { member, type Member, type MemberCommand } from './member.ts';
import { cannot, restoring, type Inverse, type Moment, type Parts } from '../undo/inverse.ts';
import type { Undoable } from '../undo/plan.ts';

type Back = Inverse<Member, MemberCommand, MemberEvent>;

const ROLE = '/role';
const INVITED_ROLE = '/invited_role';
const STATUS = '/status';

const view = (state: Member): Parts =>
  state.status === 'absent' ? { [STATUS]: 'absent' } : { [STATUS]: state.status, [ROLE]: state.role };

const roleIn = (state: Member): Role | undefined => (state.status === 'absent' ? undefined : state.role);

const leftByThemselves = ({ event: { type, data, metadata } }: Moment<Member, MemberEvent>): boolean =>
  type === 'MemberRemoved' && metadata.actor.type === 'user' && metadata.actor.id === data.userId;

const ADMIN: Role = 'workspace_admin';

/** No one grants or removes a role above their own. */
const roleOf = ({ data }: Recorded<MemberEvent>): Role => {
  const { before = ADMIN, role: after = ADMIN }: { readonly before?: Role; readonly role?: Role } = data;
  return [before, after].includes('superadmin') ? 'superadmin' : ADMIN;
};

const role: Back = {
  ...restoring<Member, MemberCommand, MemberEvent>({ role: ADMIN, view, put: () => [] }),
  roleOf,
  commands: ({ event: { data } }, [part], { role: by, isLastAdmin = false }) => {
    if (part === undefined) return [];
    return [{ type: 'ChangeMemberRole', userId: data.userId, role: part.before as Role, by, isLastAdmin }];
  },
};

/** Status and role come and go together. */
const status: Back = {
  role: ADMIN,
  roleOf,
  parts: ({ event, before, after, now }) => [
    { path: STATUS, before: before.status, after: after.status, now: now.status },
    {
      path: event.type === 'MemberInvited' ? INVITED_ROLE : ROLE,
      before: roleIn(before),
      after: roleIn(after),
      now: now.status === 'absent' || after.status === 'absent' ? roleIn(after) : now.role,
      isGuard: true,
    },
  ],
  commands: (moment, _parts, { role: by, isLastAdmin = false }) => {
    const { event, before, now } = moment;
    const { userId } = event.data;
    const removal = { type: 'RemoveMember', userId, by, isLastAdmin } as const;
    if (before.status === 'absent') return [removal];
    const isMember = before.status === 'present' && !leftByThemselves(moment);
    return [
      // A member cannot be invited.
      ...(now.status === 'present' ? [removal] : []),
      { type: isMember ? 'SetMember' : 'InviteMember', userId, role: before.role, by },
    ];
  },
};

export const undoableMember: Undoable<Member, MemberCommand, MemberEvent> = {
  decider: member,
  inverses: {
    MemberInvited: status,
    MemberAdded: status,
    MemberRoleChanged: role,
    MemberRemoved: status,
    InvitationAccepted: cannot('The invitation has been accepted; remove the member instead.'),
  },
};
