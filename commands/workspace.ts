/** Commands to one workspace. */
import { workspace, type WorkspaceCommand } from '../domain/workspace/workspace.ts';
import { withCleanName } from './text/values.ts';

export const workspaceAggregate = {
  stream: (_workspace: string, id: string): string => `workspace-${id}`,
  decider: workspace,
  cleaned: withCleanName<WorkspaceCommand>,
};
