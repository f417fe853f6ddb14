/** The workspaces of an installation. */
import type { ReadModels } from '../ports.ts';
import { workspaces } from '../workspaces/workspaces.ts';
import { iterateRows } from './iterate.ts';

/** Ids, ascending. */
export const everyWorkspace = async function* (readModels: ReadModels): AsyncIterable<string> {
  for await (const { id } of iterateRows(readModels, workspaces, [], [])) yield id;
};
