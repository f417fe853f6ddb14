/** How each event of a workspace is undone. */
import { cannot, restoring } from '../undo/inverse.ts';
import type { Undoable } from '../undo/plan.ts';
import type { WorkspaceEvent } from './events.ts';
import { workspace, type Workspace, type WorkspaceCommand } from './workspace.ts';

const NAME = '/name';

export const undoableWorkspace: Undoable<Workspace, WorkspaceCommand, WorkspaceEvent> = {
  decider: workspace,
  inverses: {
    WorkspaceCreated: cannot('A workspace is never removed: it holds the record of everything that happened in it.'),
    WorkspaceRenamed: restoring({
      role: 'superadmin',
      view: (state) => (state.status === 'absent' ? {} : { [NAME]: state.name }),
      put: (wanted) => [{ type: 'RenameWorkspace', name: wanted[NAME] as string }],
    }),
  },
};
