/** The caller's identity and how it was established. */
import { ROLES } from '../../domain/member/events.ts';
import { workspaceNames } from '../../projections/queries/members.ts';
import { ANYONE, SIGNED_IN, type Principal } from '../http/access.ts';
import { HttpFailure } from '../http/errors.ts';
import { route, type Route } from '../http/route.ts';
import { identify } from './access/identify.ts';
import { activeWorkspace, WORKSPACE_HEADER } from './access/workspace.ts';
import type { DashboardDeps } from './deps.ts';
import { BOOLEAN, object, orNull, STRING } from '../http/schemas.ts';

const MEMBERSHIPS = {
  type: 'array',
  items: object({ workspace_id: STRING, workspace_name: STRING, role: { type: 'string', enum: ROLES } }),
} as const;

const membershipsIn = async ({ readModels }: Pick<DashboardDeps, 'readModels'>, { memberships }: Principal) => {
  const ids = memberships.map(({ workspace }) => workspace);
  const names = await workspaceNames(readModels, ids);
  return memberships.map(({ workspace: id, role }) => ({
    workspace_id: id,
    workspace_name: names.get(id) ?? id,
    role,
  }));
};

export const identityRoutes = (deps: DashboardDeps): readonly Route[] => [
  route('GET /me', SIGNED_IN, {
    summary: 'Current identity',
    description:
      'The signed-in identity and its workspaces; `workspace_id` is null if there are several and the request names none.',
    responses: {
      200: object({
        email: orNull('string'),
        user_id: STRING,
        superadmin: BOOLEAN,
        workspace_id: orNull('string'),
        memberships: MEMBERSHIPS,
      }),
    },
    handle: async ({ principal, headers }) => {
      const requested = headers[WORKSPACE_HEADER];
      const named = typeof requested === 'string' ? requested : undefined;
      const active = await activeWorkspace(deps.readModels, principal, named).catch((error: unknown) => {
        if (error instanceof HttpFailure && error.answer.status === 400) return null;
        throw error;
      });
      const { email, userId, superadmin } = principal;
      return {
        body: {
          email,
          user_id: userId,
          superadmin,
          workspace_id: active?.workspace ?? null,
          memberships: await membershipsIn(deps, principal),
        },
      };
    },
  }),
  route('GET /debug-auth', ANYONE, {
    summary: 'How the caller was identified',
    description: 'For debugging sign-in. Shows neither tokens nor any other claims.',
    responses: {
      200: object({
        identity: { ...object({ user_id: STRING, email: orNull('string') }), type: ['object', 'null'] },
        source: { type: ['string', 'null'], enum: ['proxy_jwt', 'oidc', 'local', null] },
        superadmin: BOOLEAN,
        memberships: MEMBERSHIPS,
      }),
    },
    errors: [401],
    handle: async ({ headers }) => {
      const principal = await identify(deps, headers);
      if (principal === null) return { body: { identity: null, source: null, superadmin: false, memberships: [] } };
      const { userId, email, source, superadmin } = principal;
      const identity = { user_id: userId, email };
      return { body: { identity, source, superadmin, memberships: await membershipsIn(deps, principal) } };
    },
  }),
];
