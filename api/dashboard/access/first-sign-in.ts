/** The sign-in of a user without a workspace accepts their invitation, if they have only one. */
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { memberAggregate } from '../../../commands/member.ts';
import { Refused } from '../../../domain/errors.ts';
import { onlyInvitationOf } from '../../../projections/queries/invitations.ts';
import { membershipsOf } from '../../../projections/queries/members.ts';
import { workspacesProjection } from '../../../projections/workspaces/index.ts';
import type { DashboardDeps } from '../deps.ts';
import { waitUntilVisible } from '../../http/visible.ts';

type Deps = Pick<DashboardDeps, 'events' | 'clock' | 'ids' | 'readModels' | 'log'>;

/** Members are left as they are: an invitation that comes unasked changes nothing for them. */
export const acceptAtSignIn = async (deps: Deps, userId: string): Promise<void> => {
  const invitation = await onlyInvitationOf(deps.readModels, userId);
  if (invitation === null || (await membershipsOf(deps.readModels, userId)).length > 0) return;
  const caller = newCaller(deps.ids, invitation.workspace, { type: 'user', id: userId });
  try {
    const { position } = await handle(deps, memberAggregate, userId, { type: 'AcceptInvitation', userId }, caller);
    await waitUntilVisible(deps, [workspacesProjection], { position }, new AbortController().signal);
  } catch (error) {
    // It was withdrawn at this moment: then there is nothing to accept.
    if (!(error instanceof Refused)) throw error;
  }
};
