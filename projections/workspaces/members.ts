/** The members of each workspace, with their roles. */
import type { Actor } from '../../domain/event.ts';
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
  /** Neither used nor withdrawn, nor ended by a change of the membership; it may have expired. */
  readonly link?: { readonly madeAt: number; readonly by: Actor; readonly until: number };
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

/** The revision of a row is that of its stream, which `If-Match` is compared with. */
const withLink = <Row extends Pick<MemberRow, 'link' | 'revision'>>(
  row: Row | null,
  { data: { until }, metadata: { at: madeAt, actor: by }, revision }: EventOf<'SignInLinkMade'>,
): Row | null => row && { ...row, link: { madeAt, by, until }, revision };

const withoutLink = <Row extends Pick<MemberRow, 'link' | 'revision'>>(
  row: Row | null,
  { revision }: EventOf<'SignInLinkWithdrawn' | 'SignInLinkUsed'>,
): Row | null => {
  if (row === null) return null;
  const { link: _ended, ...rest } = row;
  return { ...rest, revision } as Row;
};

/** Of members and of invitees. */
export const linkChanges = {
  SignInLinkMade: withLink,
  SignInLinkWithdrawn: withoutLink,
  SignInLinkUsed: withoutLink,
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
    ...linkChanges,
  },
});
