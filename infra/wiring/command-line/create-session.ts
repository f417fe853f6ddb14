/** `colophon sessions create`: grants a role in a workspace and creates a session. */
import { bootstrap } from '../../../commands/bootstrap.ts';
import { grantSession } from '../../../commands/identity/grant-session.ts';
import type { Operations, SessionReport } from '../../../workers/cli/operations.ts';
import { randomIds, systemClock } from '../../system.ts';
import type { RoleContext } from '../roles/context.ts';
import { signInUrl } from './sign-in-url.ts';

export const createSession = async (
  { config, stores }: RoleContext,
  { email, role, workspace }: Parameters<Operations['createSession']>[0],
): Promise<SessionReport> => {
  const deps = { ...stores, clock: systemClock, ids: randomIds };
  await bootstrap(deps);
  const { token, linkSecret, userId } = await grantSession(deps, { email, role, workspace });
  return { email, user_id: userId, role, workspace, token, link: signInUrl(config.dashboard.url, linkSecret) };
};
