/** Members and invitees of the workspace, and their roles. */
import { TEXT } from '../../domain/limits.ts';
import { userByEmail, usersOf, type User } from '../../commands/identity/users.ts';
import { whileOthersStay } from '../../commands/administrators.ts';
import { memberAggregate } from '../../commands/aggregates.ts';
import { ROLES } from '../../domain/member/events.ts';
import { mustReach } from '../../domain/member/member.ts';
import { invitationOf, invitationsOf } from '../../projections/queries/invitations.ts';
import { listed } from '../../projections/queries/listing.ts';
import { memberOf, membersOf, withAdminCheck } from '../../projections/queries/members.ts';
import { workspacesProjection } from '../../projections/workspaces/index.ts';
import type { InvitationRow } from '../../projections/workspaces/invitations.ts';
import type { MemberRow } from '../../projections/workspaces/members.ts';
import { WORKSPACE_ADMIN } from '../http/access.ts';
import { listingRoute } from '../http/listing-route.ts';
import { route, type Route, type WorkspaceRequest } from '../http/route.ts';
import type { ShownOf } from '../http/schema-types.ts';
import { READERS } from './access/readers.ts';
import { LABELLED, labelsFor } from './activity/labels.ts';
import type { DashboardDeps } from './deps.ts';
import { mustExist } from '../../domain/must-exist.ts';
import { usesProvider } from './member-links.ts';
import { staffPages } from './paging.ts';
import { changed, created, DONE, senderOf, writerOf, type Shown } from './records/writes.ts';
import { BOOLEAN, madeId, MILLISECONDS, object, orNull, STRING, textOf, titled } from '../http/schemas.ts';

const ROLE = { type: 'string', enum: ROLES } as const;
const STATUSES = ['member', 'invited'] as const;
const MEMBER_PARAM = madeId('The id of the user in events.');
const ITEM = titled('Member', {
  id: { ...STRING, description: 'The id of the user in events.' },
  email: orNull('string'),
  name: orNull('string'),
  role: ROLE,
  status: { type: 'string', enum: STATUSES, description: '`invited` until the invitee accepts.' },
  since: { ...MILLISECONDS, description: 'For an invitation, when it was created. Epoch milliseconds, UTC.' },
  updated_at: MILLISECONDS,
  uses_provider: {
    ...BOOLEAN,
    description: 'Has signed in with the sign-in provider, so they get no sign-in links.',
  },
  sign_in_link: {
    ...object({ made_at: MILLISECONDS, made_by: LABELLED, works_until: MILLISECONDS }),
    type: ['object', 'null'],
    description: 'A link that still signs in, without the link itself.',
  },
});

type Shape = ShownOf<typeof ITEM>;
type SignIn = Pick<Shape, 'uses_provider' | 'sign_in_link'>;
type Linked = Pick<MemberRow, 'userId' | 'workspace' | 'link' | 'revision'>;
type Person = Omit<Shape, keyof SignIn>;

const itemOf = ({ userId, role, since, updatedAt }: MemberRow, user?: User): Person => ({
  id: userId,
  email: user?.email ?? null,
  name: user?.name ?? null,
  role,
  status: 'member',
  since,
  updated_at: updatedAt,
});

/** An invitee has only an email address; the name comes with the first sign-in. */
const invitedItem = ({ userId, role, invitedAt, updatedAt }: InvitationRow, user?: User): Person => ({
  ...{ id: userId, email: user?.email ?? null, name: null, role },
  ...{ status: 'invited', since: invitedAt, updated_at: updatedAt },
});

export const memberRoutes = (deps: DashboardDeps): readonly Route[] => {
  const signInOf = async ({ link, workspace }: Linked, user?: User): Promise<SignIn> => {
    const uses_provider = await usesProvider(deps, user?.email ?? null);
    if (link === undefined || link.until <= deps.clock.now()) return { uses_provider, sign_in_link: null };
    const labelled = await labelsFor(deps, workspace, [link.by]);
    return {
      uses_provider,
      sign_in_link: { made_at: link.madeAt, made_by: labelled(link.by), works_until: link.until },
    };
  };
  const itemsWith =
    <R extends Linked>(shape: (row: R, user?: User) => Person) =>
    async (rows: readonly R[]): Promise<readonly Shape[]> => {
      const users = await usersOf(
        deps,
        rows.map(({ userId }) => userId),
      );
      return Promise.all(
        rows.map(async (row) => {
          const user = users.get(row.userId);
          return { ...shape(row, user), ...(await signInOf(row, user)) };
        }),
      );
    };
  const shownWith = async <R extends Linked>(row: R, shape: (row: R, user?: User) => Person) => {
    const [body] = await itemsWith(shape)([row]);
    return body === undefined ? null : { body, revision: row.revision };
  };
  const show = async (workspace: string, userId: string): Promise<Shown<Shape> | null> => {
    const row = await memberOf(deps.readModels, workspace, userId);
    if (row !== null) return shownWith(row, itemOf);
    const invitation = await invitationOf(deps.readModels, workspace, userId);
    return invitation === null ? null : shownWith(invitation, invitedItem);
  };
  const write = writerOf(deps, memberAggregate, [workspacesProjection], show);
  const send = senderOf(deps, memberAggregate, workspacesProjection);
  const leaving = <T>(
    { caller: { workspace } }: WorkspaceRequest,
    userId: string,
    decide: (isLastAdmin: boolean) => Promise<T>,
  ): Promise<T> => whileOthersStay(withAdminCheck(deps), workspace, userId, decide);

  return [
    listingRoute('/api/members', READERS.user, {
      summary: 'List members',
      description:
        'The members of the workspace with their roles, in the order they joined; with `status=invited`, pending invitees.',
      pages: staffPages(deps.readModels),
      name: 'members',
      item: ITEM,
      query: {
        status: { type: 'string', enum: STATUSES, default: 'member', description: 'Members or invitees.' },
      },
      listing: (_requested, { query: { status }, caller: { workspace } }) =>
        status === 'invited'
          ? listed(invitationsOf({ workspace }), itemsWith(invitedItem))
          : listed(membersOf(workspace), itemsWith(itemOf)),
    }),
    route('POST /api/members', WORKSPACE_ADMIN, {
      summary: 'Invite a member',
      description:
        'Invites by email address. A user who signs in with this address, verified by their provider, becomes a member by accepting (`POST /api/invitations/{id}/accept`, or by signing in with OpenID Connect or a link while they belong to no workspace). 200 if the user already has or was offered this role, 409 if another. The role must not be above your own.',
      body: object({ email: textOf(TEXT.emailCharacters, { minLength: 3 }), role: ROLE }),
      responses: created(ITEM),
      errors: [409, 412],
      handle: async (request) => {
        const { email, role } = request.body;
        // Checked before the address is stored.
        mustReach(request.role, role);
        const { id: userId } = await userByEmail(deps, email);
        return write(request, userId, { type: 'InviteMember', userId, role, by: request.role }, 201);
      },
    }),
    route('GET /api/members/:id', READERS.user, {
      params: { id: MEMBER_PARAM },
      summary: 'One member',
      description: 'A member or invitee, by user id.',
      responses: { 200: ITEM },
      errors: [404],
      handle: async ({ params, caller: { workspace } }) => mustExist(await show(workspace, params.id), 'member'),
    }),
    route('PATCH /api/members/:id', WORKSPACE_ADMIN, {
      params: { id: MEMBER_PARAM },
      summary: "Change a member's role",
      description:
        'Takes effect immediately on every process; for an invitee, when they accept. Neither the old nor the new role may be above your own, and the last administrator cannot be demoted (409).',
      body: object({ role: ROLE }),
      responses: changed(ITEM),
      errors: [404, 409, 412],
      handle: (request) => {
        const userId = request.params.id;
        const command = { type: 'ChangeMemberRole', userId, role: request.body.role, by: request.role } as const;
        return leaving(request, userId, (isLastAdmin) => write(request, userId, { ...command, isLastAdmin }));
      },
    }),
    route('DELETE /api/members/:id', WORKSPACE_ADMIN, {
      params: { id: MEMBER_PARAM },
      summary: 'Remove a member',
      description:
        'Ends the membership or withdraws the invitation, immediately on every process. Events by the member stay on record. The role must not be above your own, and the last administrator of a workspace cannot be removed (409).',
      responses: DONE,
      errors: [404, 409, 412],
      handle: (request) => {
        const userId = request.params.id;
        const command = { type: 'RemoveMember', userId, by: request.role } as const;
        return leaving(request, userId, (isLastAdmin) => send(request, userId, { ...command, isLastAdmin }));
      },
    }),
  ];
};
