/** All workspaces of this deployment. */
import type { ReadModels } from '../ports.ts';
import { workspaces } from '../workspaces/workspaces.ts';
import { stream } from './listing.ts';

/** Yields ids, ascending. */
export const everyWorkspace = (readModels: ReadModels): AsyncIterable<string> =>
  stream(readModels, {
    collection: workspaces,
    where: { all: [] },
    fields: [],
    items: (rows) => rows.map(({ id }) => id),
  });
