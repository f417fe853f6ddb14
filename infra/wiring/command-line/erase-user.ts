/** `colophon users erase`: memberships, sign-in methods and the directory, then their remains in the state file. */
import path from 'node:path';
import { eraseUser as erase } from '../../../commands/identity/erase-user.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { everyWorkspace } from '../../../projections/queries/workspaces.ts';
import { workspacesProjection } from '../../../projections/workspaces/index.ts';
import { Interrupted } from '../../../workers/cli/ports.ts';
import type { UserErasureReport } from '../../../workers/cli/upkeep.ts';
import { randomIds, systemClock } from '../../system.ts';
import { whileOpen } from '../../while-open.ts';
import { withProjector } from './with-projector.ts';
import { warnOfPaused, type CommandContext } from './operator-messages.ts';
import type { RoleContext } from '../roles/context.ts';
import { waitForRows } from '../wait-for-rows.ts';

/** Deleted data is overwritten, but stays in the write-ahead log until that is truncated. */
const purged = async ({ dataDir, mongodbUrl }: RoleContext['config']): Promise<boolean> => {
  if (mongodbUrl !== null) return true;
  const { emptyLog, openDatabase } = await import('../../sqlite/connection/database.ts');
  const file = path.join(dataDir, 'state.db');
  return whileOpen(await openDatabase({ file, synchronous: 'NORMAL', what: 'state' }), emptyLog);
};

export const eraseUser = async (context: CommandContext, email: string): Promise<UserErasureReport> => {
  const { stores, config } = context;
  await warnOfPaused(context);
  let remains = 'nothing was erased; run it again';
  return withProjector(context, async (signal) => {
    // The workspaces of a user are read from the rows.
    if (!(await waitForRows(stores, signal, [workspacesProjection])))
      throw new Unavailable('projection of workspaces', 'its rows have not caught up: nothing was erased');
    const deps = { events: stores.events, state: stores.state, clock: systemClock, ids: randomIds };
    context.signal.throwIfAborted();
    remains = 'the user is not erased completely; run it again to continue';
    const { workspaces, waysIn } = await erase(deps, email, everyWorkspace(stores.readModels), context.signal);
    remains = 'the user is erased; the rows show it once a projector has run';
    // Before the wait for the rows, after whose interruption the command would not find the user again.
    const filesClean = await purged(config);
    if (!filesClean) remains += '; the data leaves the database files when the service stops';
    return { workspaces, waysIn, rowsGone: await waitForRows(stores, signal), filesClean };
  }).catch((error: unknown) => {
    throw error instanceof Interrupted ? new Interrupted(remains) : error;
  });
};
