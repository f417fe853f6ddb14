/** `colophon workspaces create`. */
import { createWorkspace } from '../../../commands/bootstrap.ts';
import { parseWorkspaceId } from '../../../domain/workspace/id.ts';
import { randomIds, systemClock } from '../../system.ts';
import { untilShown } from './shown.ts';
import type { CommandContext } from './telling.ts';

export const makeWorkspace = async (context: CommandContext, rawId: string, name = rawId) => {
  const id = parseWorkspaceId(rawId);
  const deps = { ...context.stores, clock: systemClock, ids: randomIds };
  const { created, position } = await createWorkspace(deps, id, name);
  await untilShown(context, position);
  return { id, created };
};
