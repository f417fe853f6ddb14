/** The saved views that workspaces share. */
import { defineFold, type Projection, versioned } from './define.ts';
import { rowId } from './ids.ts';
import type { Collection } from './ports.ts';

export type ViewRow = {
  readonly id: string;
  readonly workspace: string;
  readonly name: string;
  readonly query: string;
};

const VERSION = 1;

export const savedViews: Collection<ViewRow> = {
  name: versioned('views', VERSION),
  indexes: [{ equal: ['workspace'] }],
};

export const viewsProjection: Projection = {
  name: 'views',
  version: VERSION,
  streams: ['view-'],
  folds: [
    defineFold<ViewRow>({
      collection: savedViews,
      ids: ({ type, data, metadata: { workspace } }) =>
        type === 'ViewSaved' || type === 'ViewRemoved' ? [rowId(workspace, data.name)] : [],
      when: {
        ViewSaved: (_row, { data: { name, query }, metadata: { workspace } }, id) => ({ id, workspace, name, query }),
        ViewRemoved: () => null,
      },
    }),
  ],
};
