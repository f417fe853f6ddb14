/** `colophon migrate`: moves the embedded stores to servers. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { EventStore, Log, StateStore } from '../../../commands/ports.ts';
import { undoJobs } from '../../../commands/undo/jobs.ts';
import { Refused } from '../../../domain/errors.ts';
import type { Steps } from '../../../workers/cli/ports.ts';
import type { MigrationReport } from '../../../workers/cli/upkeep.ts';
import { schemeOf } from '../../address.ts';
import { heldByProcesses, heldOnServer } from '../../sqlite/backup/transient.ts';
import { refuseUnfinished } from '../../sqlite/backup/unfinished.ts';
import { EVENTSTORE_SCHEMES, type Config } from '../../config.ts';
import { moveLog, REMAINS } from '../../migration/moving.ts';
import { moveState } from '../../migration/state.ts';
import { whileOpen } from '../../while-open.ts';
import { unlessInterrupted } from '../wait-for-stores.ts';
import { openState } from '../stores.ts';
import { logOfCommand } from './with-stores.ts';

type Where = Pick<Config, 'dataDir' | 'mongodbUrl'>;

const stateIn = (dataDir: string): string => path.join(dataDir, 'state.db');

/** Whether the state is already on the server. */
const isOnServer = ({ dataDir, mongodbUrl }: Where): boolean => mongodbUrl !== null && !existsSync(stateIn(dataDir));

const checkSettings = (where: Where, to: string | null): string => {
  const { dataDir } = where;
  const scheme = to === null ? null : schemeOf(to);
  if (to === null || !EVENTSTORE_SCHEMES.some((known) => known === scheme))
    throw new Refused('invalid', 'invalid_target', `--to or EVENTSTORE_URL must be an EventStoreDB URL: esdb://…`);
  refuseUnfinished(dataDir);
  for (const name of ['events.db', ...(isOnServer(where) ? [] : ['state.db'])])
    if (!existsSync(path.join(dataDir, name)))
      throw new Refused('not_found', 'nothing_there', `${dataDir} has no ${name}`);
  return to;
};

/** Runs `work` on the state as it was before the migration. */
const withState = async <T>(where: Where, log: Log, work: (state: StateStore) => Promise<T>): Promise<T> => {
  const mongodbUrl = isOnServer(where) ? where.mongodbUrl : null;
  return whileOpen(await openState({ ...where, mongodbUrl }, log), work);
};

/** Pending undo jobs refer to positions of this log: on another log they would find nothing, and finish. */
const refuseUndos = async (state: StateStore): Promise<void> => {
  for await (const { id, workspace } of undoJobs.waiting(state))
    throw new Refused(
      'conflict',
      'undo_under_way',
      `undo ${id} of workspace ${workspace} is in progress: start the service, wait for the undo to finish, and run the migration again`,
    );
};

/** The number of moved records; null without a target. */
const stateMoved = async (where: Where, log: Log, steps: Steps): Promise<number | null> => {
  if (where.mongodbUrl === null) return null;
  if (isOnServer(where)) return 0;
  return whileOpen(await openState(where, log), (target) =>
    withState(where, log, (source) => moveState(source, target, steps)),
  );
};

/** Whether other processes are using the log. */
const isInUse = async (where: Where, log: Log): Promise<boolean> => {
  const held = isOnServer(where) ? await withState(where, log, heldOnServer) : heldByProcesses(stateIn(where.dataDir));
  return held.length > 0;
};

export const migrate = (
  config: Config,
  to: string | null,
  { steps, signal }: { readonly steps: Steps; readonly signal: AbortSignal },
): Promise<MigrationReport> => {
  const moving = async (): Promise<MigrationReport> => {
    const log = logOfCommand(config);
    const url = checkSettings(config, to ?? config.eventStoreUrl);
    await withState(config, log, refuseUndos);
    const { openSqliteEventStore } = await import('../../sqlite/events/index.ts');
    const { openEventStoreDb } = await import('../../eventstoredb/index.ts');
    const move = async (source: EventStore): Promise<MigrationReport> => {
      const setting = to === null ? 'EVENTSTORE_URL' : '--to';
      const moved = await whileOpen(await openEventStoreDb({ url, setting, log }), (target) =>
        moveLog(source, target, steps, signal),
      );
      const stateRecords = await stateMoved(config, log, steps);
      return { ...moved, stateRecords, inUse: await isInUse(config, log) };
    };
    return whileOpen(await openSqliteEventStore({ file: path.join(config.dataDir, 'events.db'), log }), move);
  };
  // Whatever server it waits for; the next run finds any append that was in flight.
  return unlessInterrupted(signal, moving, REMAINS);
};
