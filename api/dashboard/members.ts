/** Who belongs to the workspace, and the workspaces that there are. */
import { createWorkspace } from '../../commands/bootstrap.ts';
import { handle } from '../../commands/handle.ts';
import { userByEmail, userOf, usersOf, type User } from '../../commands/identity/users.ts';
import { memberAggregate } from '../../commands/member.ts';
import { Refused } from '../../domain/errors.ts';
import { ROLES, type Role } from '../../domain/member/events.ts';
import { parseWorkspaceId } from '../../domain/workspace/id.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import { listMembers, listWorkspaces, memberOf } from '../../projections/queries/members.ts';
import type { MemberRow } from '../../projections/workspaces/members.ts';
import { workspacesProjection } from '../../projections/workspaces/index.ts';
import { SUPERADMIN, WORKSPACE_ADMIN } from '../http/access.ts';
import { envelope, pageSchema } from '../http/listing.ts';
import { inWorkspace, type Answer, type Route, type Schema, type WorkspaceRequest } from '../http/route.ts';
import type { DashboardDeps } from './deps.ts';
import { pagingOf, STAFF_PAGING } from './paging.ts';
import { BOOLEAN, MILLISECONDS, object, orNull, STRING } from './schemas.ts';
import { shownBy } from './shown.ts';

const ROLE: Schema = { type: 'string', enum: ROLES };
const MEMBER_ITEM = object({
  id: { ...STRING, description: 'What events call the user.' },
  email: orNull('string'),
  name: orNull('string'),
  role: ROLE,
  since: MILLISECONDS,
  updated_at: MILLISECONDS,
});
const WORKSPACE_ITEM = object({ id: STRING, name: STRING, created_at: MILLISECONDS });

const itemOf = (
  { userId, role, since, updatedAt }: MemberRow,
  user: User | null,
): Readonly<Record<string, unknown>> => ({
  id: userId,
  email: user?.email ?? null,
  name: user?.name ?? null,
  role,
  since,
  updated_at: updatedAt,
});

const absent = (): Refused => new Refused('not_found', 'member_not_found', 'no such member');

export const memberRoutes = (deps: DashboardDeps): readonly Route[] => {
  const shown = async (workspace: string, userId: string): Promise<Readonly<Record<string, unknown>>> => {
    const row = await memberOf(deps.readModels, workspace, userId);
    if (row === null) throw absent();
    return itemOf(row, await userOf(deps, userId));
  };
  const setRole = async (
    { caller, role: by, signal }: WorkspaceRequest,
    userId: string,
    role: Role,
    isNew: boolean,
  ): Promise<Answer> => {
    const command = { type: 'SetMember', userId, role, by } as const;
    const { position, events } = await handle(deps, memberAggregate, userId, command, caller);
    const headers = await shownBy(deps.readModels, [workspacesProjection], position, signal);
    const status = isNew && events.some(({ type }) => type === 'MemberAdded') ? 201 : 200;
    return { status, body: await shown(caller.workspace, userId), headers };
  };

  return [
    inWorkspace({
      method: 'GET',
      path: '/api/members',
      access: WORKSPACE_ADMIN,
      extension: true,
      summary: 'List members',
      description: 'Who belongs to the workspace, the first to join first.',
      query: STAFF_PAGING,
      responses: { 200: pageSchema('members', MEMBER_ITEM, {}) },
      errors: [400, 401, 403, 503],
      handle: async ({ query, caller: { workspace } }) => {
        const paging = pagingOf(query);
        const { items, total } = await listMembers(deps.readModels, workspace, paging);
        const users = await usersOf(
          deps,
          items.map(({ userId }) => userId),
        );
        const members = items.map((row) => itemOf(row, users.get(row.userId) ?? null));
        return { body: envelope('members', { items: members, total }, paging, {}) };
      },
    }),
    inWorkspace({
      method: 'POST',
      path: '/api/members',
      access: WORKSPACE_ADMIN,
      extension: true,
      summary: 'Invite a member',
      description:
        'By email address: whoever signs in with it, verified by their provider, is the member. Nobody grants a role above their own.',
      query: {},
      body: object({ email: { type: 'string', minLength: 3, maxLength: 254 }, role: ROLE }),
      responses: { 200: MEMBER_ITEM, 201: MEMBER_ITEM },
      errors: [400, 401, 403, 413, 415, 503],
      handle: async (request) => {
        const { email, role } = request.body as { readonly email: string; readonly role: Role };
        const user = await userByEmail(deps, email);
        return setRole(request, user.id, role, true);
      },
    }),
    inWorkspace({
      method: 'GET',
      path: '/api/members/:id',
      access: WORKSPACE_ADMIN,
      extension: true,
      summary: 'One member',
      description: 'By the id that events call the user.',
      query: {},
      responses: { 200: MEMBER_ITEM },
      errors: [401, 403, 404, 503],
      handle: async ({ params, caller: { workspace } }) => ({ body: await shown(workspace, params['id'] ?? '') }),
    }),
    inWorkspace({
      method: 'PATCH',
      path: '/api/members/:id',
      access: WORKSPACE_ADMIN,
      extension: true,
      summary: "Change a member's role",
      description: 'Nobody grants or takes a role above their own.',
      query: {},
      body: object({ role: ROLE }),
      responses: { 200: MEMBER_ITEM },
      errors: [400, 401, 403, 404, 413, 415, 503],
      handle: async (request) => {
        const id = request.params['id'] ?? '';
        if ((await memberOf(deps.readModels, request.caller.workspace, id)) === null) throw absent();
        return setRole(request, id, (request.body as { readonly role: Role }).role, false);
      },
    }),
    inWorkspace({
      method: 'DELETE',
      path: '/api/members/:id',
      access: WORKSPACE_ADMIN,
      extension: true,
      summary: 'Remove a member',
      description: 'At once, on every process. What they did stays on record.',
      query: {},
      responses: { 200: object({ success: BOOLEAN }) },
      errors: [401, 403, 404, 503],
      handle: async ({ params, caller, role: by, signal }) => {
        const userId = params['id'] ?? '';
        const { position } = await handle(deps, memberAggregate, userId, { type: 'RemoveMember', userId, by }, caller);
        return {
          body: { success: true },
          headers: await shownBy(deps.readModels, [workspacesProjection], position, signal),
        };
      },
    }),
    {
      method: 'GET',
      path: '/api/workspaces',
      access: SUPERADMIN,
      extension: true,
      summary: 'List workspaces',
      description: 'All of the installation, the oldest first.',
      query: STAFF_PAGING,
      responses: { 200: pageSchema('workspaces', WORKSPACE_ITEM, {}) },
      errors: [400, 401, 403, 503],
      handle: async ({ query }) => {
        const paging = pagingOf(query);
        const { items, total } = await listWorkspaces(deps.readModels, paging);
        const workspaces = items.map(({ id, name, createdAt }) => ({ id, name, created_at: createdAt }));
        return { body: envelope('workspaces', { items: workspaces, total }, paging, {}) };
      },
    },
    {
      method: 'POST',
      path: '/api/workspaces',
      access: SUPERADMIN,
      extension: true,
      summary: 'Make a workspace',
      description: 'With entity `org` in it. 200 if it is there.',
      query: {},
      body: object({ id: STRING, name: { type: 'string', minLength: 1, maxLength: 200 } }, ['name']),
      responses: { 200: object({ id: STRING, created: BOOLEAN }), 201: object({ id: STRING, created: BOOLEAN }) },
      errors: [400, 401, 403, 413, 415, 503],
      handle: async ({ body, principal, signal }) => {
        const { id: asked, name } = body as { readonly id: string; readonly name?: string };
        const id = parseWorkspaceId(asked);
        const actor = { type: 'user', id: principal?.userId ?? '' } as const;
        const created = await createWorkspace(deps, id, name ?? id, actor);
        const headers = await shownBy(
          deps.readModels,
          [workspacesProjection, catalogue],
          await deps.events.head(),
          signal,
        );
        return { status: created ? 201 : 200, body: { id, created }, headers };
      },
    },
  ];
};
