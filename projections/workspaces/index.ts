/** Workspaces, their members and who is invited: what every signed-in request is checked against. */
import type { Projection } from '../define.ts';
import { invitationFold } from './invitations.ts';
import { memberFold } from './members.ts';
import { workspaceFold } from './workspaces.ts';
import { VERSION } from './version.ts';

export const workspacesProjection: Projection = {
  name: 'workspaces',
  version: VERSION,
  streams: ['workspace-', 'member-'],
  // Invitations are of events that no log of an older release has: its rows lack none, so the version stays.
  folds: [workspaceFold, memberFold, invitationFold],
};
