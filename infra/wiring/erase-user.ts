/** `colophon users erase`: memberships, ways in and the directory, then what the file of the state still holds of them. */
import path from 'node:path';
import { eraseUser as erase } from '../../commands/identity/erase-user.ts';
import { allProjections } from '../../projections/all.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import { everyWorkspace } from '../../projections/queries/workspaces.ts';
import type { UserErasureReport } from '../../workers/cli/upkeep.ts';
import { randomIds, systemClock } from '../system.ts';
import { besideProjector } from './beside.ts';
import type { RoleContext } from './roles.ts';

/** The rows follow within milliseconds; ones that are being made from the beginning take longer. */
const ROWS_WITHIN_MS = 60_000;

/** What was deleted is overwritten, but stands in the write-ahead log until that is cut off. */
const purged = async ({ dataDir, mongodbUrl }: RoleContext['config']): Promise<boolean> => {
  if (mongodbUrl !== null) return true;
  const { openDatabase } = await import('../sqlite/connection/database.ts');
  const { emptyLog } = await import('../sqlite/connection/empty-log.ts');
  const db = await openDatabase({ file: path.join(dataDir, 'state.db'), synchronous: 'NORMAL', what: 'state' });
  try {
    return await emptyLog(db, 'state');
  } finally {
    db.close();
  }
};

export const eraseUser = async (context: RoleContext, email: string): Promise<UserErasureReport> => {
  const { stores, config } = context;
  const report = await besideProjector(context, async (signal) => {
    const shown = async (): Promise<boolean> =>
      waitForPosition(stores.readModels, allProjections, await stores.events.head(), {
        timeoutMs: ROWS_WITHIN_MS,
        signal,
      });
    await shown();
    const deps = { events: stores.events, state: stores.state, clock: systemClock, ids: randomIds };
    const { workspaces, waysIn } = await erase(deps, email, everyWorkspace(stores.readModels));
    return { workspaces, waysIn, rowsGone: await shown() };
  });
  return { ...report, filesClean: await purged(config) };
};
