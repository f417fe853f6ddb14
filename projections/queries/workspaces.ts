/** The workspaces of an installation. */
import type { ReadModels } from '../ports.ts';
import { workspaces } from '../workspaces/workspaces.ts';
import { everyRow } from './everything.ts';

/** Ids, ascending. */
export const everyWorkspace = async function* (readModels: ReadModels): AsyncIterable<string> {
  for await (const { id } of everyRow(readModels, workspaces, [], [])) yield id;
};
