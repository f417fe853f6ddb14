/** Creates workspaces, each with its default entity; the first one at the first start. */
import { parseText } from '../domain/bounded.ts';
import { TEXT } from '../domain/limits.ts';
import { Refused } from '../domain/errors.ts';
import type { Position } from '../domain/event.ts';
import { ORG, parseWorkspaceId } from '../domain/workspace/id.ts';
import type { WorkspaceCommand } from '../domain/workspace/workspace.ts';
import { newCaller, type Caller, type Cause } from './caller.ts';
import { entityAggregate, workspaceAggregate } from './aggregates.ts';
import { handle, type Deps } from './handle.ts';

export type MadeWorkspace = {
  /** False if it already existed. */
  readonly created: boolean;
  /** The position that read models must reach to show it. */
  readonly position: Position;
};

const make = async (
  deps: Deps,
  command: Exclude<WorkspaceCommand, { readonly type: 'RenameWorkspace' }>,
  caller: Caller,
): Promise<MadeWorkspace> => {
  const { id } = command;
  const name = parseText(command.name, 'name', TEXT.nameCharacters);
  const made = await handle(deps, workspaceAggregate, id, { ...command, name }, caller);
  const entity = await handle(deps, entityAggregate, ORG, { type: 'EnsureEntity', id: ORG, name }, caller);
  return { created: made.events.length > 0, position: Math.max(made.position ?? 0, entity.position ?? 0) };
};

/**
 * Creates a workspace with the entity `org`, or finishes an interrupted creation. Without a name, an existing workspace of any
 * name is accepted. Throws `Refused('conflict')` if it exists under another name, `Refused('invalid')` for an invalid id.
 */
export const makeWorkspace = (
  deps: Deps,
  { id: asked, name }: { readonly id: string; readonly name?: string },
  { actor, ...cause }: Pick<Caller, 'actor'> & Cause,
): Promise<MadeWorkspace> => {
  const id = parseWorkspaceId(asked);
  const caller = { ...newCaller(deps.ids, id, actor), ...cause };
  const type = name === undefined ? 'EnsureWorkspace' : 'CreateWorkspace';
  return make(deps, { type, id, name: name ?? id }, caller);
};

/** The same, by the operator. Idempotent, also across processes. Throws `Refused('invalid')`. */
export const createWorkspace = async (deps: Deps, id: string, name: string): Promise<MadeWorkspace> => {
  const caller = newCaller(deps.ids, parseWorkspaceId(id), { type: 'system', id: 'bootstrap' });
  return make(deps, { type: 'EnsureWorkspace', id, name }, caller);
};

export const bootstrap = async (deps: Deps): Promise<void> => {
  try {
    await createWorkspace(deps, ORG, 'Organisation');
  } catch (error) {
    // If a later release has written to the stream, the workspace exists.
    if (!(error instanceof Refused) || error.code !== 'later_release') throw error;
  }
};
