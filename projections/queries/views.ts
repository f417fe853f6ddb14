/** The saved views that a workspace shares, by name. */
import { VIEWS } from '../../domain/limits.ts';
import type { Views } from '../../domain/view/view.ts';
import { having, type ReadModels } from '../ports.ts';
import { savedViews } from '../views.ts';

export const viewsIn = async (readModels: ReadModels, workspace: string): Promise<Views> => {
  const rows = await readModels.find(savedViews, { where: { all: having({ workspace }) }, limit: VIEWS.perWorkspace });
  return new Map(rows.map(({ name, query }) => [name, query]));
};
