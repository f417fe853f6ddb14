/** `colophon sessions create`: grants a role in a workspace and creates a session. */
import type { AdministratorsDeps } from '../../../commands/administrators.ts';
import { bootstrap } from '../../../commands/bootstrap.ts';
import { grantSession } from '../../../commands/identity/grant-session.ts';
import { withAdminCheck } from '../../../projections/queries/members.ts';
import { waitForPosition } from '../../../projections/queries/position.ts';
import { workspacesProjection } from '../../../projections/workspaces/index.ts';
import type { Operations, SessionReport } from '../../../workers/cli/operations.ts';
import { isLedOrBeingPrepared } from '../../../workers/rebuild/index.ts';
import { randomIds, systemClock } from '../../system.ts';
import { besideProjector } from './beside.ts';
import type { RoleContext } from '../roles/context.ts';
import { signInUrl } from './sign-in-url.ts';

const VISIBLE_WITHIN_MS = 5_000;

export const createSession = async (
  context: RoleContext,
  { email, role, workspace }: Parameters<Operations['createSession']>[0],
): Promise<SessionReport> => {
  const { config, stores, log, signal } = context;
  const deps = { ...stores, clock: systemClock, ids: randomIds };
  await bootstrap(deps);
  const administrators: AdministratorsDeps = {
    state: stores.state,
    log,
    // Answered from rows, which follow only while a projector runs.
    hasOtherAdmin: (...asked) => besideProjector(context, () => withAdminCheck(stores).hasOtherAdmin(...asked)),
  };
  const granted = await grantSession(deps, { email, role, workspace }, administrators);
  const { token, linkSecret, userId, previousRole, position } = granted;
  // A script uses the token at once. Without a projector, the rows show the member after the next start.
  if (position !== null && (await isLedOrBeingPrepared(stores.state, workspacesProjection)))
    await waitForPosition(stores.readModels, [workspacesProjection], position, {
      timeoutMs: VISIBLE_WITHIN_MS,
      signal,
    });
  return {
    ...{ email, user_id: userId, role, workspace },
    ...(previousRole !== null && { previous_role: previousRole }),
    token,
    link: signInUrl(config.dashboard.url, linkSecret),
  };
};
