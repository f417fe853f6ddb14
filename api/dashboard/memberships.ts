/** The caller's own memberships: accepting and declining invitations, and leaving a workspace. */
import { newCaller, type Cause } from '../../commands/caller.ts';
import { whileOthersStay } from '../../commands/administrators.ts';
import { handle } from '../../commands/handle.ts';
import { memberAggregate } from '../../commands/aggregates.ts';
import type { Actor } from '../../domain/event.ts';
import { ID as LIMITS } from '../../domain/limits.ts';
import { ROLES } from '../../domain/member/events.ts';
import type { Member, MemberCommand } from '../../domain/member/member.ts';
import { mustExist } from '../../domain/must-exist.ts';
import { invitationsOf } from '../../projections/queries/invitations.ts';
import { listed } from '../../projections/queries/listing.ts';
import { withAdminCheck, workspaceNames } from '../../projections/queries/members.ts';
import { workspacesProjection } from '../../projections/workspaces/index.ts';
import type { InvitationRow } from '../../projections/workspaces/invitations.ts';
import { INVITEE, SIGNED_IN, type Principal } from '../http/access.ts';
import { listingRoute } from '../http/listing-route.ts';
import { route, type Headers, type Route } from '../http/route.ts';
import { BOOLEAN, givenId, MILLISECONDS, object, STRING, textOf, titled } from '../http/schemas.ts';
import type { DashboardDeps } from './deps.ts';
import { staffPages } from './paging.ts';
import { DONE } from './records/writes.ts';
import { waitUntilVisible } from '../http/visible.ts';

const ID = { ...STRING, description: 'The id of the invitation; it starts with the workspace id.' };
const ITEM = titled('Invitation', {
  id: ID,
  workspace_id: STRING,
  workspace_name: STRING,
  role: { type: 'string', enum: ROLES },
  invited_at: MILLISECONDS,
});

const itemOf = ({ id, workspace, role, invitedAt }: InvitationRow, names: ReadonlyMap<string, string>) => ({
  ...{ id, workspace_id: workspace, workspace_name: names.get(workspace) ?? workspace, role, invited_at: invitedAt },
});

const isReached = (workspace: string, { onlyWorkspace }: Principal): boolean =>
  onlyWorkspace === null || workspace === onlyWorkspace;

/** The workspace of an invitation of this user. Throws `Refused` for another user's, or if the session does not reach it. */
const workspaceIn = (id: string, principal: Principal): string => {
  const [workspace = '', invitee] = id.split('~');
  mustExist(invitee === principal.userId && isReached(workspace, principal) ? workspace : null, 'invitation');
  return workspace;
};

const INVITATION = { id: textOf(LIMITS.key, { description: ID.description }) };

/** Who declines is no actor of the workspace: it knows the invited address, and learns no name. */
const INVITEES: Actor = { type: 'system', id: 'invitations' };

type Request = { readonly principal: Principal; readonly cause: Cause; readonly signal: AbortSignal };

export const membershipRoutes = (deps: DashboardDeps): readonly Route[] => {
  const send = async (
    { principal: { userId }, cause, signal }: Request,
    workspace: string,
    command: MemberCommand,
    actor: Actor = { type: 'user', id: userId },
  ): Promise<{ readonly state: Member; readonly headers: Headers }> => {
    const caller = { ...newCaller(deps.ids, workspace, actor), ...cause };
    const { state, position } = await handle(deps, memberAggregate, userId, command, caller);
    return { state, headers: await waitUntilVisible(deps, [workspacesProjection], { position }, signal) };
  };

  return [
    listingRoute('/api/invitations', INVITEE, {
      summary: 'List my invitations',
      description:
        'The pending invitations of the caller, oldest first. An invitation has no effect until it is accepted.',
      pages: staffPages(deps.readModels),
      name: 'invitations',
      item: ITEM,
      listing: (_requested, { principal: { userId, onlyWorkspace } }) =>
        listed(invitationsOf({ userId, workspace: onlyWorkspace }), async (rows, readModels) => {
          const ids = rows.map(({ workspace }) => workspace);
          const names = await workspaceNames(readModels, ids);
          return rows.map((row) => itemOf(row, names));
        }),
    }),
    route('POST /api/invitations/:id/accept', INVITEE, {
      params: INVITATION,
      summary: 'Accept an invitation',
      description:
        'Makes the caller a member of the workspace with the offered role. Idempotent. For a user without a workspace who has exactly one invitation, signing in with OpenID Connect or a link accepts it; behind an identity-aware proxy, only this request does.',
      responses: { 200: object({ success: BOOLEAN, workspace_id: STRING, role: { type: 'string', enum: ROLES } }) },
      errors: [404, 409],
      handle: async (request) => {
        const { userId } = request.principal;
        const workspace = workspaceIn(request.params.id, request.principal);
        const { state, headers } = await send(request, workspace, { type: 'AcceptInvitation', userId });
        if (state.status === 'absent') throw new Error('accepted a missing invitation');
        return { body: { success: true, workspace_id: workspace, role: state.role }, headers };
      },
    }),
    route('DELETE /api/invitations/:id', INVITEE, {
      params: INVITATION,
      summary: 'Decline an invitation',
      description:
        'Ends the invitation. An administrator of the workspace sees that the invitation to the address was declined, but no name, and may invite again.',
      responses: DONE,
      errors: [404],
      handle: async (request) => {
        const { userId } = request.principal;
        const workspace = workspaceIn(request.params.id, request.principal);
        const { headers } = await send(request, workspace, { type: 'DeclineInvitation', userId }, INVITEES);
        return { body: { success: true }, headers };
      },
    }),
    route('DELETE /api/memberships/:workspace_id', SIGNED_IN, {
      params: { workspace_id: givenId() },
      summary: 'Leave a workspace',
      description:
        "Ends the caller's own membership, whatever their role, immediately on every process. Their events stay on record. The last administrator of a workspace cannot leave it (409). Return needs an invitation.",
      responses: DONE,
      errors: [404, 409],
      handle: (request) => {
        const { userId } = request.principal;
        const workspace = request.params.workspace_id;
        mustExist(isReached(workspace, request.principal) ? workspace : null, 'membership');
        return whileOthersStay(withAdminCheck(deps), workspace, userId, async (isLastAdmin) => {
          const { headers } = await send(request, workspace, { type: 'LeaveWorkspace', userId, isLastAdmin });
          return { body: { success: true }, headers };
        });
      },
    }),
  ];
};
