/** The active workspace of a request, and the role in it (decisions §4). */
import type { ReadModels } from '../../../projections/ports.ts';
import { workspaceById } from '../../../projections/queries/members.ts';
import { HttpFailure } from '../../http/errors.ts';
import type { Principal } from '../../http/access.ts';

export const WORKSPACE_HEADER = 'x-workspace-id';
export const WORKSPACE_PARAMETER = 'workspace_id';

/** Throws a 400 if none or more than one may be meant, a 403 for one that the identity does not belong to. */
export const activeWorkspace = async (
  readModels: ReadModels,
  { memberships, superadmin }: Principal,
  asked: string | undefined,
  /** Where it was asked for, as a refusal names it. */
  where: Readonly<Record<string, string>> = { field: 'X-Workspace-Id' },
): Promise<Principal['memberships'][number]> => {
  if (asked === undefined || asked === '') {
    const [only, ...more] = memberships;
    if (only === undefined || more.length > 0) {
      const accepted = `one of ${memberships.map(({ workspace }) => workspace).join(', ') || 'your workspaces'}`;
      throw new HttpFailure(400, 'missing workspace context', { field: 'X-Workspace-Id', accepted });
    }
    return { workspace: only.workspace, role: superadmin ? 'superadmin' : only.role };
  }
  const membership = memberships.find(({ workspace }) => workspace === asked);
  if (superadmin && (membership !== undefined || (await workspaceById(readModels, asked)) !== null))
    return { workspace: asked, role: 'superadmin' };
  if (membership === undefined) throw new HttpFailure(403, 'you do not belong to this workspace', where);
  return membership;
};
