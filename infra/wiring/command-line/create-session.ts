/** `colophon sessions create`: grants a role in a workspace and creates a session. */
import type { AdministratorsDeps } from '../../../commands/administrators.ts';
import { bootstrap } from '../../../commands/bootstrap.ts';
import { grantSession } from '../../../commands/identity/grant-session.ts';
import { withAdminCheck } from '../../../projections/queries/members.ts';
import type { Operations, SessionReport } from '../../../workers/cli/operations.ts';
import { randomIds, systemClock } from '../../system.ts';
import { withProjector } from './with-projector.ts';
import { waitUntilShown } from './wait-until-shown.ts';
import { signInUrl } from './sign-in-url.ts';
import type { CommandContext } from './operator-messages.ts';

export const createSession = async (
  context: CommandContext,
  { email, role, workspace }: Parameters<Operations['createSession']>[0],
): Promise<SessionReport> => {
  const { config, stores, log } = context;
  const deps = { ...stores, clock: systemClock, ids: randomIds };
  await bootstrap(deps);
  const administrators: AdministratorsDeps = {
    state: stores.state,
    log,
    // Answered from rows, which follow only while a projector runs.
    hasOtherAdmin: (...asked) => withProjector(context, () => withAdminCheck(stores).hasOtherAdmin(...asked)),
  };
  const granted = await grantSession(deps, { email, role, workspace }, administrators);
  const { token, linkSecret, userId, previousRole, position } = granted;
  await waitUntilShown(context, position);
  return {
    ...{ email, user_id: userId, role, workspace },
    ...(previousRole !== null && { previous_role: previousRole }),
    token,
    link: signInUrl(config.dashboard.url, linkSecret),
  };
};
