/** How each event of a workspace is undone. */
import { cannot, changed, type Undoable } from '../undo/inverse.ts';
import type { WorkspaceEvent } from './events.ts';
import { workspace, type Workspace, type WorkspaceCommand } from './workspace.ts';

const NAME = '/name';

export const undoableWorkspace: Undoable<Workspace, WorkspaceCommand, WorkspaceEvent> = {
  decider: workspace,
  inverses: {
    WorkspaceCreated: cannot('A workspace is never removed: it holds the record of everything that happened in it.'),
    WorkspaceRenamed: {
      role: 'superadmin',
      parts: changed((state) => (state.status === 'absent' ? {} : { [NAME]: state.name })),
      put: ({ [NAME]: name }) => [{ type: 'RenameWorkspace', name: name as string }],
    },
  },
};
