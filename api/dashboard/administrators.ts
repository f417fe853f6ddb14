/** Whether a workspace keeps an administrator, by rows that show all that was written until now. */
import type { UndoDeps } from '../../commands/undo/undo-stream.ts';
import { hasOtherAdmin } from '../../projections/queries/members.ts';
import { workspacesProjection } from '../../projections/workspaces/index.ts';
import type { DashboardDeps } from './deps.ts';
import { caughtUp } from './visible.ts';

/** Two administrators who remove each other at the same moment both succeed; a superadmin then appoints another. */
export const otherAdminIn =
  (deps: DashboardDeps, signal: AbortSignal): UndoDeps['hasOtherAdmin'] =>
  async (workspace, userId) => {
    await caughtUp(deps, [workspacesProjection], signal);
    return hasOtherAdmin(deps.readModels, workspace, userId);
  };
