/** The first start: a workspace to work in, and the entity that every workspace has. */
import type { Actor } from '../domain/event.ts';
import { ORG, parseWorkspaceId } from '../domain/workspace/id.ts';
import { newCaller } from './caller.ts';
import { entityAggregate } from './entity.ts';
import { handle, type Deps } from './handle.ts';
import { workspaceAggregate } from './workspace.ts';

/**
 * Makes a workspace with entity `org` in it; harmless when it is there, also from several processes at once. True if it
 * was not there. Throws `Refused('invalid')` for an id that is none.
 */
export const createWorkspace = async (
  deps: Deps,
  id: string,
  name: string,
  actor: Actor = { type: 'system', id: 'bootstrap' },
): Promise<boolean> => {
  const caller = newCaller(deps.ids, parseWorkspaceId(id), actor);
  const { events } = await handle(deps, workspaceAggregate, id, { type: 'CreateWorkspace', id, name }, caller);
  await handle(deps, entityAggregate, ORG, { type: 'CreateEntity', id: ORG, name }, caller);
  return events.length > 0;
};

export const bootstrap = async (deps: Deps): Promise<void> => {
  await createWorkspace(deps, ORG, 'Organisation');
};
