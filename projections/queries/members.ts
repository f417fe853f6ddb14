/** Memberships: those of one user, and those of one workspace. */
import type { Role } from '../../domain/member/events.ts';
import { rowId } from '../ids.ts';
import type { ReadModels } from '../ports.ts';
import { members, type MemberRow } from '../workspaces/members.ts';
import { workspaces, type WorkspaceRow } from '../workspaces/workspaces.ts';
import { findPage, rowAs, type Page, type PageRequest } from './page.ts';

export type Membership = { readonly workspace: string; readonly role: Role };

/** More workspaces than anybody works in. */
const MOST_MEMBERSHIPS = 1_000;

/** By ascending workspace id. */
export const membershipsOf = async (readModels: ReadModels, userId: string): Promise<readonly Membership[]> => {
  const rows = await readModels.find(members, {
    where: { all: [{ field: 'userId', eq: userId }] },
    limit: MOST_MEMBERSHIPS,
  });
  return rows.map((row) => rowAs<MemberRow>(row)).map(({ workspace, role }) => ({ workspace, role }));
};

export const listMembers = (readModels: ReadModels, workspace: string, page: PageRequest): Promise<Page<MemberRow>> =>
  findPage<MemberRow>(
    readModels,
    members,
    { all: [{ field: 'workspace', eq: workspace }] },
    { field: 'since', dir: 'asc' },
    page,
  );

export const memberOf = async (
  readModels: ReadModels,
  workspace: string,
  userId: string,
): Promise<MemberRow | null> => {
  const row = await readModels.get(members, rowId(workspace, userId));
  return row === null ? null : rowAs<MemberRow>(row);
};

export const workspaceById = async (readModels: ReadModels, id: string): Promise<WorkspaceRow | null> => {
  const row = await readModels.get(workspaces, id);
  return row === null ? null : rowAs<WorkspaceRow>(row);
};

export const workspaceExists = async (readModels: ReadModels, id: string): Promise<boolean> =>
  (await workspaceById(readModels, id)) !== null;

export const listWorkspaces = (readModels: ReadModels, page: PageRequest): Promise<Page<WorkspaceRow>> =>
  findPage<WorkspaceRow>(readModels, workspaces, { all: [] }, { field: 'createdAt', dir: 'asc' }, page);
