/** What an undo of a membership asks: whether the workspace would have an administrator left. */
import type { UndoDeps } from '../../../commands/undo/undo-stream.ts';
import { hasOtherAdmin } from '../../../projections/queries/members.ts';
import { workspacesProjection } from '../../../projections/workspaces/index.ts';
import type { DashboardDeps } from '../deps.ts';
import { caughtUp } from '../visible.ts';

export const withAdministrators = (deps: DashboardDeps, signal: AbortSignal): UndoDeps => ({
  ...deps,
  hasOtherAdmin: async (workspace, userId) => {
    await caughtUp(deps, [workspacesProjection], signal);
    return hasOtherAdmin(deps.readModels, workspace, userId);
  },
});
