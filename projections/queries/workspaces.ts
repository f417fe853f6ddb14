/** All workspaces of this deployment. */
import type { ReadModels } from '../ports.ts';
import { workspaces } from '../workspaces/workspaces.ts';
import { iterateRows } from './iterate.ts';

/** Yields ids, ascending. */
export const everyWorkspace = async function* (readModels: ReadModels): AsyncIterable<string> {
  for await (const { id } of iterateRows(readModels, workspaces, [], [])) yield id;
};
