/** Workspaces, their members and invitations, which every signed-in request is checked against. */
import type { Projection } from '../define.ts';
import { invitationFold } from './invitations.ts';
import { memberFold } from './members.ts';
import { VERSION, workspaceFold } from './workspaces.ts';

export const workspacesProjection: Projection = {
  name: 'workspaces',
  version: VERSION,
  streams: ['workspace-', 'member-'],
  folds: [workspaceFold, memberFold, invitationFold],
};
