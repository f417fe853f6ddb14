/** When a user without a workspace signs in, accepts their invitation if they have exactly one. */
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { memberAggregate } from '../../../commands/aggregates.ts';
import { Refused, Unavailable } from '../../../domain/errors.ts';
import { onlyInvitationOf } from '../../../projections/queries/invitations.ts';
import { membershipsOf } from '../../../projections/queries/members.ts';
import { workspacesProjection } from '../../../projections/workspaces/index.ts';
import type { DashboardDeps } from '../deps.ts';
import { waitUntilVisible } from '../../http/visible.ts';

type Deps = Pick<DashboardDeps, 'events' | 'clock' | 'ids' | 'readModels' | 'log'>;

/**
 * Does nothing for members: an unsolicited invitation must not change their workspaces. A failure does not
 * prevent signing in, because the sign-in link is already used; the invitation can be accepted later.
 */
export const acceptAtSignIn = async (deps: Deps, userId: string): Promise<void> => {
  try {
    const invitation = await onlyInvitationOf(deps.readModels, userId);
    if (invitation === null || (await membershipsOf(deps.readModels, userId)).length > 0) return;
    const caller = newCaller(deps.ids, invitation.workspace, { type: 'user', id: userId });
    const { position } = await handle(deps, memberAggregate, userId, { type: 'AcceptInvitation', userId }, caller);
    await waitUntilVisible(deps, [workspacesProjection], { position }, new AbortController().signal);
  } catch (error) {
    if (error instanceof Unavailable) deps.log.warn({ err: error }, 'an invitation was not accepted at sign-in');
    // Otherwise it was withdrawn in the meantime.
    else if (!(error instanceof Refused)) throw error;
  }
};
