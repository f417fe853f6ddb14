/** Pending invitations, of one user and of one workspace. */
import { rowId } from '../ids.ts';
import { having, type ReadModels } from '../ports.ts';
import { invitations, type InvitationRow } from '../workspaces/invitations.ts';
import { findPage, type Page, type PageRequest } from './page.ts';

const OLDEST_FIRST = { field: 'invitedAt', dir: 'asc' } as const;

export const invitationsOf = (
  readModels: ReadModels,
  userId: string,
  page: PageRequest,
): Promise<Page<InvitationRow>> => findPage(readModels, invitations, { all: having({ userId }) }, OLDEST_FIRST, page);

export const invitationsTo = (
  readModels: ReadModels,
  workspace: string,
  page: PageRequest,
): Promise<Page<InvitationRow>> =>
  findPage(readModels, invitations, { all: having({ workspace }) }, OLDEST_FIRST, page);

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
