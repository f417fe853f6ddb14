/** `colophon workspaces create`. */
import { createWorkspace } from '../../../commands/bootstrap.ts';
import { parseWorkspaceId } from '../../../domain/workspace/id.ts';
import { randomIds, systemClock } from '../../system.ts';
import type { RoleContext } from '../roles/context.ts';

export const makeWorkspace = async ({ stores }: RoleContext, rawId: string, name = rawId) => {
  const id = parseWorkspaceId(rawId);
  return { id, created: await createWorkspace({ ...stores, clock: systemClock, ids: randomIds }, id, name) };
};
