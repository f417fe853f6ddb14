/** The members of each workspace, with their roles. */
import type { Role } from '../../domain/member/events.ts';
import { defineFold, type EventOf, versioned } from '../define.ts';
import { rowId, subjectOf } from '../ids.ts';
import type { Collection } from '../ports.ts';
import { VERSION } from './workspaces.ts';

export type MemberRow = {
  readonly id: string;
  readonly workspace: string;
  readonly userId: string;
  readonly role: Role;
  readonly since: number;
  readonly updatedAt: number;
  readonly revision: number;
};

export const members: Collection<MemberRow> = {
  name: versioned('members', VERSION),
  indexes: [{ equal: ['userId'] }, { equal: ['workspace'], sort: 'since', asked: 'asc' }],
};

type Joining = EventOf<'MemberAdded' | 'InvitationAccepted' | 'MemberRoleChanged'>;

const joined = (row: MemberRow | null, event: Joining, id: string): MemberRow => {
  const { userId, role } = event.data;
  const { workspace, at } = event.metadata;
  return { id, workspace, userId, role, since: row?.since ?? at, updatedAt: at, revision: event.revision };
};

export const memberFold = defineFold<MemberRow>({
  collection: members,
  ids: (event) => [rowId(event.metadata.workspace, subjectOf(event))],
  when: {
    MemberAdded: joined,
    InvitationAccepted: joined,
    // Changing the role of an invitation does not make the invitee a member.
    MemberRoleChanged: (row, event, id) => (row === null ? null : joined(row, event, id)),
    MemberRemoved: () => null,
  },
});
