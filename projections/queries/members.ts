/** Memberships, of one user and of one workspace. */
import { Unavailable } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import { isAtLeast, ROLES, type Role } from '../../domain/member/events.ts';
import { rowId } from '../ids.ts';
import { having, type ReadModels } from '../ports.ts';
import { workspacesProjection } from '../workspaces/index.ts';
import { members, type MemberRow } from '../workspaces/members.ts';
import { workspaces, type WorkspaceRow } from '../workspaces/workspaces.ts';
import type { Rows } from './listing.ts';
import { waitForPosition } from './position.ts';

export type Membership = { readonly workspace: string; readonly role: Role };

/** More workspaces than anyone works in. */
const MAX_MEMBERSHIPS = 1_000;

/** By ascending workspace id. */
export const membershipsOf = async (readModels: ReadModels, userId: string): Promise<readonly Membership[]> => {
  const rows = await readModels.find(members, { where: { all: having({ userId }) }, limit: MAX_MEMBERSHIPS });
  return rows.map(({ workspace, role }) => ({ workspace, role }));
};

/** Whether any workspace has a member. */
export const hasMembers = async (readModels: ReadModels): Promise<boolean> =>
  (await readModels.find(members, { where: { all: [] }, limit: 1 })).length > 0;

/** In the order they joined. */
export const membersOf = (workspace: string): Rows<MemberRow> => ({
  collection: members,
  where: { all: having({ workspace }) },
  sort: { field: 'since', dir: 'asc' },
});

const ADMIN_ROLES = ROLES.filter((role) => isAtLeast(role, 'workspace_admin'));

/** Whether anyone but this user administers the workspace. */
export const hasOtherAdmin = async (readModels: ReadModels, workspace: string, userId: string): Promise<boolean> => {
  const where = { all: [...having({ workspace }), { field: 'role', in: ADMIN_ROLES }] };
  const rows = await readModels.find(members, { where, limit: 2 });
  return rows.some((row) => row.userId !== userId);
};

/** Rows lag behind the log by milliseconds, during a harvest by seconds. */
const CATCH_UP_MS = 10_000;

/** Adds `hasOtherAdmin`, answered from rows that have caught up with the log. It throws `Unavailable`. */
export const withAdminCheck = <
  D extends { readonly events: { head(): Promise<Position> }; readonly readModels: ReadModels },
>(
  deps: D,
): D & { readonly hasOtherAdmin: (workspace: string, userId: string) => Promise<boolean> } => ({
  ...deps,
  hasOtherAdmin: async (workspace, userId) => {
    const { events, readModels } = deps;
    if (!(await waitForPosition(readModels, [workspacesProjection], await events.head(), { timeoutMs: CATCH_UP_MS })))
      throw new Unavailable('read models', 'they have not caught up with the log yet');
    return hasOtherAdmin(readModels, workspace, userId);
  },
});

/** Adds what a check of rights needs from rows. */
export const withWorkspaces = <D extends { readonly readModels: ReadModels }>(
  deps: D,
): D & { readonly workspacesOf: (userId: string) => Promise<readonly string[]> } => ({
  ...deps,
  workspacesOf: async (userId) => (await membershipsOf(deps.readModels, userId)).map(({ workspace }) => workspace),
});

export const memberOf = (readModels: ReadModels, workspace: string, userId: string): Promise<MemberRow | null> =>
  readModels.get(members, rowId(workspace, userId));

export const workspaceById = (readModels: ReadModels, id: string): Promise<WorkspaceRow | null> =>
  readModels.get(workspaces, id);

/** The names of those workspaces that exist, by id. */
export const workspaceNames = async (
  readModels: ReadModels,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await readModels.find(workspaces, { where: { all: [{ field: 'id', in: ids }] }, limit: ids.length });
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Oldest first. */
export const ALL_WORKSPACES: Rows<WorkspaceRow> = {
  collection: workspaces,
  where: { all: [] },
  sort: { field: 'createdAt', dir: 'asc' },
};
