/** How each event of a membership is undone. Undoing a removal only invites: no undo makes anyone a member. */
import type { Recorded } from '../event.ts';
import { cannot, changed, type Inverse, type Undoable } from '../undo/inverse.ts';
import type { MemberEvent, Role } from './events.ts';
import { member, type Member, type MemberCommand } from './member.ts';

type Back = Inverse<Member, MemberCommand, MemberEvent>;

const ROLE = '/role';
const INVITED_ROLE = '/invited_role';
const STATUS = '/status';

const roleIn = (state: Member): Role | undefined => (state.status === 'absent' ? undefined : state.role);

/** A former member is invited, and accepting is up to them; one who has come back since is what they were. */
const restored = (before: Member, now: Member): Member['status'] =>
  before.status === 'present' && now.status !== 'present' ? 'invited' : before.status;

const ADMIN: Role = 'workspace_admin';

/** No one grants or removes a role above their own. */
const roleOf = ({ data }: Recorded<MemberEvent>): Role => {
  const { before = ADMIN, role: after = ADMIN }: { readonly before?: Role; readonly role?: Role } = data;
  return [before, after].includes('superadmin') ? 'superadmin' : ADMIN;
};

const role: Back = {
  role: ADMIN,
  roleOf,
  parts: changed((state) => ({ [ROLE]: roleIn(state) })),
  put: ({ [ROLE]: before }, { event: { data } }, { role: by, isLastAdmin = false }) => [
    { type: 'ChangeMemberRole', userId: data.userId, role: before as Role, by, isLastAdmin },
  ],
};

/** Status and role come and go together. */
const status: Back = {
  role: ADMIN,
  roleOf,
  parts: ({ event, before, after, now }) => [
    {
      path: STATUS,
      before: restored(before, now),
      after: after.status,
      now: now.status,
      stood: { value: before.status },
    },
    {
      path: event.type === 'MemberInvited' ? INVITED_ROLE : ROLE,
      before: roleIn(before),
      after: roleIn(after),
      now: now.status === 'absent' || after.status === 'absent' ? roleIn(after) : now.role,
      isGuard: true,
    },
  ],
  put: (_wanted, { event, before, now }, { role: by, isLastAdmin = false }) => {
    const { userId } = event.data;
    return [
      // A member cannot be invited.
      (before.status === 'absent' || now.status === 'present') && { type: 'RemoveMember', userId, by, isLastAdmin },
      before.status !== 'absent' && { type: 'InviteMember', userId, role: before.role, by },
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
