/** Commands to one workspace. */
import { workspace } from '../domain/workspace/workspace.ts';

export const workspaceAggregate = {
  stream: (_workspace: string, id: string): string => `workspace-${id}`,
  decider: workspace,
};
