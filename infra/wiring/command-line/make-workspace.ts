/** `colophon workspaces create`. */
import { createWorkspace } from '../../../commands/bootstrap.ts';
import { parseWorkspaceId } from '../../../domain/workspace/id.ts';
import { randomIds, systemClock } from '../../system.ts';
import { waitUntilShown } from './wait-until-shown.ts';
import type { CommandContext } from './operator-messages.ts';

export const makeWorkspace = async (context: CommandContext, rawId: string, name = rawId) => {
  const id = parseWorkspaceId(rawId);
  const deps = { ...context.stores, clock: systemClock, ids: randomIds };
  const { created, position } = await createWorkspace(deps, id, name);
  await waitUntilShown(context, position);
  return { id, created };
};
