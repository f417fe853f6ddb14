/** The first start: a workspace to work in, and the entity that every workspace has. */
import { ORG } from '../domain/workspace/id.ts';
import { newCaller } from './caller.ts';
import { entityAggregate } from './entity.ts';
import { handle, type Deps } from './handle.ts';
import { workspaceAggregate } from './workspace.ts';

/** Makes a workspace with entity `org` in it; harmless when it is there, also from several processes at once. */
export const createWorkspace = async (deps: Deps, id: string, name: string): Promise<void> => {
  const caller = newCaller(deps.ids, id, { type: 'system', id: 'bootstrap' });
  await handle(deps, workspaceAggregate, id, { type: 'CreateWorkspace', id, name }, caller);
  await handle(deps, entityAggregate, ORG, { type: 'CreateEntity', id: ORG, name }, caller);
};

export const bootstrap = (deps: Deps): Promise<void> => createWorkspace(deps, ORG, 'Organisation');
