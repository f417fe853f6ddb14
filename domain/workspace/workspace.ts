/** The rules of a workspace. */
import type { Decider } from '../decider.ts';
import { deciding } from '../deciding.ts';
import { Refused } from '../errors.ts';
import { evolving } from '../evolving.ts';
import type { WorkspaceEvent } from './events.ts';
import { parseWorkspaceId } from './id.ts';

export type Workspace = { readonly status: 'absent' } | { readonly status: 'active'; readonly name: string };

export type WorkspaceCommand =
  | { readonly type: 'CreateWorkspace'; readonly id: string; readonly name: string }
  /** Creates it with this name unless it already exists under any name. */
  | { readonly type: 'EnsureWorkspace'; readonly id: string; readonly name: string }
  | { readonly type: 'RenameWorkspace'; readonly name: string };

const created = (id: string, name: string): readonly WorkspaceEvent[] => [
  { type: 'WorkspaceCreated', data: { id: parseWorkspaceId(id), name } },
];

export const workspace: Decider<Workspace, WorkspaceCommand, WorkspaceEvent> = {
  initial: { status: 'absent' },

  decide: deciding<Workspace, WorkspaceCommand, WorkspaceEvent>('workspace')(
    {
      CreateWorkspace: (state, { id, name }) => {
        if (state.status === 'absent') return created(id, name);
        if (state.name === name) return [];
        throw new Refused('conflict', 'workspace_exists', 'there is another workspace with this id', { field: 'id' });
      },
      EnsureWorkspace: (state, { id, name }) => (state.status === 'absent' ? created(id, name) : []),
    },
    {
      RenameWorkspace: ({ name: before }, { name }) =>
        name === before ? [] : [{ type: 'WorkspaceRenamed', data: { name, before } }],
    },
  ),

  evolve: evolving<Workspace, WorkspaceEvent, 'WorkspaceCreated'>(
    { WorkspaceCreated: (_state, { name }) => ({ status: 'active', name }) },
    { WorkspaceRenamed: (_state, { name }) => ({ status: 'active', name }) },
  ),
};
