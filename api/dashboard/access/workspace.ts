/** Resolves the active workspace of a request and the caller's role in it. */
import type { ReadModels } from '../../../projections/ports.ts';
import { workspaceById } from '../../../projections/queries/members.ts';
import { HttpFailure } from '../../http/errors.ts';
import type { Principal } from '../../http/access.ts';

export const WORKSPACE_HEADER = 'x-workspace-id';
export const WORKSPACE_PARAMETER = 'workspace_id';

/** Throws a 400 if the workspace is missing or ambiguous, a 403 if the caller does not belong to it. */
export const activeWorkspace = async (
  readModels: ReadModels,
  { memberships, superadmin }: Principal,
  requested: string | undefined,
  /** Where the request names it, for the error details. */
  where: Readonly<Record<string, string>> = { field: 'X-Workspace-Id' },
): Promise<Principal['memberships'][number]> => {
  if (requested === undefined || requested === '') {
    const [only, ...more] = memberships;
    if (only === undefined || more.length > 0) {
      const accepted = `one of ${memberships.map(({ workspace }) => workspace).join(', ') || 'your workspaces'}`;
      throw new HttpFailure(400, 'missing workspace context', { field: 'X-Workspace-Id', accepted });
    }
    return { workspace: only.workspace, role: superadmin ? 'superadmin' : only.role };
  }
  const membership = memberships.find(({ workspace }) => workspace === requested);
  if (superadmin && (membership !== undefined || (await workspaceById(readModels, requested)) !== null))
    return { workspace: requested, role: 'superadmin' };
  if (membership === undefined) throw new HttpFailure(403, 'you do not belong to this workspace', where);
  return membership;
};
