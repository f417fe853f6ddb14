/** Invitations to workspaces that have not been accepted yet. */
import { defineFold, versioned } from '../define.ts';
import { rowId, subjectOf } from '../ids.ts';
import type { Collection } from '../ports.ts';
import { linkChanges, type MemberRow } from './members.ts';
import { VERSION } from './workspaces.ts';

export type InvitationRow = Omit<MemberRow, 'since'> & { readonly invitedAt: number };

export const invitations: Collection<InvitationRow> = {
  name: versioned('invitations', VERSION),
  indexes: [
    { equal: ['userId'], sort: 'invitedAt', asked: 'asc' },
    { equal: ['workspace'], sort: 'invitedAt', asked: 'asc' },
  ],
};

export const invitationFold = defineFold<InvitationRow>({
  collection: invitations,
  ids: (event) => [rowId(event.metadata.workspace, subjectOf(event))],
  when: {
    MemberInvited: (_row, { data: { userId, role }, metadata: { workspace, at }, revision }, id) => ({
      ...{ id, workspace, userId, role, invitedAt: at, updatedAt: at, revision },
    }),
    MemberRoleChanged: (row, { data: { role }, metadata: { at }, revision }) => {
      if (row === null) return null;
      const { link: _ended, ...rest } = row;
      return { ...rest, role, updatedAt: at, revision };
    },
    InvitationAccepted: () => null,
    MemberAdded: () => null,
    MemberRemoved: () => null,
    ...linkChanges,
  },
});
