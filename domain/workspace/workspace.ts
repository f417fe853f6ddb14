/** The rules of a workspace. */
import type { Decider } from '../decider.ts';
import type { WorkspaceEvent } from './events.ts';
import { parseWorkspaceId } from './id.ts';

export type Workspace = { readonly status: 'absent' | 'active' };
export type WorkspaceCommand = { readonly type: 'CreateWorkspace'; readonly id: string; readonly name: string };

export const workspace: Decider<Workspace, WorkspaceCommand, WorkspaceEvent> = {
  initial: { status: 'absent' },
  decide: ({ id, name }, { status }) =>
    status === 'active' ? [] : [{ type: 'WorkspaceCreated', data: { id: parseWorkspaceId(id), name } }],
  evolve: (state, { type }) => (type === 'WorkspaceCreated' ? { status: 'active' } : state),
};
