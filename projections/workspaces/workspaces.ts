/** All workspaces. */
import { defineFold, versioned } from '../define.ts';
import type { Collection } from '../ports.ts';

export type WorkspaceRow = {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly revision: number;
};

export const VERSION = 2;

export const workspaces: Collection<WorkspaceRow> = {
  name: versioned('workspaces', VERSION),
  indexes: [{ equal: [], sort: 'createdAt', asked: 'asc' }],
};

export const workspaceFold = defineFold<WorkspaceRow>({
  collection: workspaces,
  ids: ({ stream }) => [stream.slice('workspace-'.length)],
  when: {
    WorkspaceCreated: (_row, { data: { id, name }, metadata: { at }, revision }) => ({
      id,
      name,
      createdAt: at,
      revision,
    }),
    WorkspaceRenamed: (row, { data: { name }, revision }) => (row === null ? null : { ...row, name, revision }),
  },
});
