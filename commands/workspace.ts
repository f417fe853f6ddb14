/** Commands to one workspace. */
import { workspace } from '../domain/workspace/workspace.ts';

export const workspaceAggregate = { stream: (id: string): string => `workspace-${id}`, decider: workspace };
