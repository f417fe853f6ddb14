/** Workspaces, their members and invitations, which every signed-in request is checked against. */
import type { Projection } from '../define.ts';
import { invitationFold } from './invitations.ts';
import { memberFold } from './members.ts';
import { VERSION, workspaceFold } from './workspaces.ts';

export const workspacesProjection: Projection = {
  name: 'workspaces',
  version: VERSION,
  streams: ['workspace-', 'member-'],
  // Logs of older releases have no invitation events, so existing rows lack none and the version stays.
  folds: [workspaceFold, memberFold, invitationFold],
};
