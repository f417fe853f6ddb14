/** Whether a workspace keeps an administrator, by rows that show all that was written until now. */
import type { AdministratorsDeps } from '../../commands/administrators.ts';
import { hasOtherAdmin } from '../../projections/queries/members.ts';
import { workspacesProjection } from '../../projections/workspaces/index.ts';
import type { DashboardDeps } from './deps.ts';
import { caughtUp } from './visible.ts';

export const withAdministrators = (deps: DashboardDeps, signal: AbortSignal): DashboardDeps & AdministratorsDeps => ({
  ...deps,
  hasOtherAdmin: async (workspace, userId) => {
    await caughtUp(deps, [workspacesProjection], signal);
    return hasOtherAdmin(deps.readModels, workspace, userId);
  },
});
