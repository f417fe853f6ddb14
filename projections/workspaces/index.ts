/** Workspaces and their members: what every signed-in request is checked against. */
import type { Projection } from '../define.ts';
import { memberFold } from './members.ts';
import { workspaceFold } from './workspaces.ts';

export const workspacesProjection: Projection = {
  name: 'workspaces',
  version: 1,
  streams: ['workspace-', 'member-'],
  folds: [workspaceFold, memberFold],
  counts: [],
};
