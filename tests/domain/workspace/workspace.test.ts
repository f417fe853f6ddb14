import type { WorkspaceEvent } from '../../../domain/workspace/events.ts';
import { workspace } from '../../../domain/workspace/workspace.ts';
import { given } from '../../support/given.ts';
import { suite } from '../../support/suite.ts';

const workspaces = suite('a workspace');
const created: WorkspaceEvent = { type: 'WorkspaceCreated', data: { id: 'pots', name: 'Pots' } };
const renamed: WorkspaceEvent = { type: 'WorkspaceRenamed', data: { name: 'Jars', before: 'Pots' } };

workspaces('is created once; another cannot have its id', () => {
  given(workspace).when({ type: 'CreateWorkspace', id: 'pots', name: 'Pots' }).then(created);
  given(workspace, created).when({ type: 'CreateWorkspace', id: 'pots', name: 'Pots' }).thenNothing();
  given(workspace, created)
    .when({ type: 'CreateWorkspace', id: 'pots', name: 'Other' })
    .thenRefused('conflict', 'workspace_exists');
});
workspaces('is ensured whatever its current name', () => {
  given(workspace).when({ type: 'EnsureWorkspace', id: 'pots', name: 'Pots' }).then(created);
  given(workspace, created, renamed).when({ type: 'EnsureWorkspace', id: 'pots', name: 'Pots' }).thenNothing();
});
workspaces('is renamed only to a different name', () => {
  given(workspace, created).when({ type: 'RenameWorkspace', name: 'Jars' }).then(renamed);
  given(workspace, created, renamed).when({ type: 'RenameWorkspace', name: 'Jars' }).thenNothing();
  given(workspace).when({ type: 'RenameWorkspace', name: 'Jars' }).thenRefused('not_found', 'workspace_not_found');
});
workspaces('has an id that is valid in a stream name', () =>
  given(workspace).when({ type: 'CreateWorkspace', id: 'a~b', name: 'Pots' }).thenRefused('invalid', 'invalid_id'),
);
