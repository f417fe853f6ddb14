/** Sign-in links that administrators make for people of their workspace, to send themselves. */
import { hasIdentity, userOf } from '../../commands/identity/users.ts';
import { makeMemberLink, withdrawMemberLink } from '../../commands/identity/member-links.ts';
import { signInUrl } from '../../commands/identity/one-time.ts';
import { Refused } from '../../domain/errors.ts';
import { SIGN_IN } from '../../domain/limits.ts';
import { mustReach } from '../../domain/member/member.ts';
import { mustExist } from '../../domain/must-exist.ts';
import { invitationOf } from '../../projections/queries/invitations.ts';
import { memberOf, membershipsOf } from '../../projections/queries/members.ts';
import { workspacesProjection } from '../../projections/workspaces/index.ts';
import { WORKSPACE_ADMIN } from '../http/access.ts';
import { route, type Route } from '../http/route.ts';
import { madeId, MILLISECONDS, object, STRING } from '../http/schemas.ts';
import { waitUntilVisible } from '../http/visible.ts';
import type { DashboardDeps } from './deps.ts';
import { DONE } from './records/writes.ts';

const PATH = '/api/members/:id/sign-in-link';
const PARAMS = { id: madeId('The id of the user in events.') };
const HOURS = SIGN_IN.linkMs / 3_600_000;

/** Whether the user signs in with the provider or through the proxy, so that no one else need let them in. */
export const usesProvider = async (
  { state, oidc, proxy }: Pick<DashboardDeps, 'state' | 'oidc' | 'proxy'>,
  email: string | null,
): Promise<boolean> => (oidc !== null || proxy !== null) && email !== null && (await hasIdentity({ state }, email));

export const memberLinkRoutes = (deps: DashboardDeps): readonly Route[] => [
  route(`POST ${PATH}`, WORKSPACE_ADMIN, {
    params: PARAMS,
    summary: 'Make a sign-in link',
    description:
      `For a member or invitee, to send to them yourself. The link is shown only in this response, and signs in once, within ${HOURS} hours; an invitee thereby accepts the invitation. ` +
      'It replaces an earlier one, and ends when the membership ends or its role changes. The session reaches this workspace alone, unless a superadmin made the link. ' +
      'The role must not be above your own, and only a superadmin makes a link for a superadmin of any workspace. 409 for a user who has signed in with the provider.',
    responses: {
      201: object({
        url: {
          ...STRING,
          format: 'uri',
          examples: ['https://dashboard.example.org/auth/link?token=org~u1~vK3m1Q8r2yT5uW7x'],
          description: 'The link. Shown only in this response.',
        },
        works_until: MILLISECONDS,
      }),
    },
    errors: [404, 409],
    handle: async ({ params: { id: userId }, role, caller, signal }) => {
      const { readModels } = deps;
      const { workspace } = caller;
      const member = await memberOf(readModels, workspace, userId);
      mustExist(member ?? (await invitationOf(readModels, workspace, userId)), 'member');
      const user = await userOf(deps, userId);
      if (await usesProvider(deps, user?.email ?? null))
        throw new Refused('conflict', 'uses_provider', 'this user signs in with the sign-in provider');
      const memberships = await membershipsOf(readModels, userId);
      if (memberships.some((membership) => membership.role === 'superadmin')) mustReach(role, 'superadmin');
      const { token, until, position } = await makeMemberLink(deps, { userId, by: role }, caller);
      const headers = await waitUntilVisible(deps, [workspacesProjection], { position }, signal);
      return { status: 201, body: { url: signInUrl(deps.url, token), works_until: until }, headers };
    },
  }),
  route(`DELETE ${PATH}`, WORKSPACE_ADMIN, {
    params: PARAMS,
    summary: 'Withdraw a sign-in link',
    description: 'It no longer signs in. Idempotent.',
    responses: DONE,
    errors: [404],
    handle: async ({ params: { id: userId }, role, caller, signal }) => {
      const position = await withdrawMemberLink(deps, { userId, by: role }, caller);
      const headers = await waitUntilVisible(deps, [workspacesProjection], { position }, signal);
      return { body: { success: true }, headers };
    },
  }),
];
