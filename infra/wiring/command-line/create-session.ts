/** `colophon sessions create`: makes somebody a member, and signs them in. */
import { bootstrap } from '../../../commands/bootstrap.ts';
import { grantSession } from '../../../commands/identity/grant-session.ts';
import type { Role } from '../../../domain/member/events.ts';
import type { SessionReport } from '../../../workers/cli/operations.ts';
import { randomIds, systemClock } from '../../system.ts';
import type { RoleContext } from '../roles/context.ts';
import { signInUrl } from './sign-in-url.ts';

export type Asked = { readonly email: string; readonly role: Role; readonly workspace: string };

export const createSession = async (
  { config, stores }: RoleContext,
  { email, role, workspace }: Asked,
): Promise<SessionReport> => {
  const deps = { ...stores, clock: systemClock, ids: randomIds };
  await bootstrap(deps);
  const { token, linkSecret, userId } = await grantSession(deps, { email, role, workspace });
  return { email, user_id: userId, role, workspace, token, link: signInUrl(config.dashboard.url, linkSecret) };
};
