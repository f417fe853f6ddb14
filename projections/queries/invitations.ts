/** Pending invitations, of one user and of one workspace. */
import { rowId } from '../ids.ts';
import { having, type ReadModels } from '../ports.ts';
import { invitations, type InvitationRow } from '../workspaces/invitations.ts';
import type { Rows } from './listing.ts';

/** Oldest first. `of`: a user or a workspace. */
export const invitationsOf = (
  of: { readonly userId: string; readonly workspace?: string | null } | { readonly workspace: string },
): Rows<InvitationRow> => ({
  collection: invitations,
  where: { all: having(of) },
  sort: { field: 'invitedAt', dir: 'asc' },
});

export const invitationOf = (
  readModels: ReadModels,
  workspace: string,
  userId: string,
): Promise<InvitationRow | null> => readModels.get(invitations, rowId(workspace, userId));

/** The user's only invitation; null if there is none, or if there are several, among which the user must choose. */
export const onlyInvitationOf = async (readModels: ReadModels, userId: string): Promise<InvitationRow | null> => {
  const [only, ...more] = await readModels.find(invitations, { where: { all: having({ userId }) }, limit: 2 });
  return only === undefined || more.length > 0 ? null : only;
};
