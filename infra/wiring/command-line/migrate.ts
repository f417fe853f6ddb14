/** `colophon migrate`: from the embedded files to the servers. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { EventStore, Log, StateStore } from '../../../commands/ports.ts';
import { undoJobs } from '../../../commands/undo/jobs.ts';
import { Refused } from '../../../domain/errors.ts';
import { Interrupted, type Steps } from '../../../workers/cli/ports.ts';
import type { MigrationReport } from '../../../workers/cli/upkeep.ts';
import { schemeOf } from '../../address.ts';
import { heldByProcesses, heldOnServer } from '../../sqlite/backup/transient.ts';
import { refuseUnfinished } from '../../sqlite/backup/unfinished.ts';
import { EVENTSTORE_SCHEMES, type Config } from '../../config.ts';
import { moveLog, REMAINS } from '../../migration/moving.ts';
import { moveState } from '../../migration/state.ts';
import { whileOpen } from '../../while-open.ts';
import { logOfCommand } from './with-stores.ts';

type Where = Pick<Config, 'dataDir' | 'mongodbUrl'>;

const stateIn = (dataDir: string): string => path.join(dataDir, 'state.db');

/** Whether the state has been on the server all along, and stays there. */
const isOnServer = ({ dataDir, mongodbUrl }: Where): boolean => mongodbUrl !== null && !existsSync(stateIn(dataDir));

const refuseWrong = (where: Where, to: string): void => {
  const { dataDir } = where;
  const scheme = schemeOf(to);
  if (!EVENTSTORE_SCHEMES.some((known) => known === scheme))
    throw new Refused('invalid', 'invalid_target', `--to takes the URL of EventStoreDB: esdb://…`);
  refuseUnfinished(dataDir);
  for (const name of ['events.db', ...(isOnServer(where) ? [] : ['state.db'])])
    if (!existsSync(path.join(dataDir, name)))
      throw new Refused('not_found', 'nothing_there', `${dataDir} holds no ${name}`);
};

const openOnServer = async (url: string, log: Log): Promise<StateStore> =>
  (await import('../../mongodb/state/index.ts')).openMongoState({ url, log });

/** With the state as it was before. */
const withState = async <T>(where: Where, log: Log, work: (state: StateStore) => Promise<T>): Promise<T> => {
  const { dataDir, mongodbUrl } = where;
  if (mongodbUrl !== null && isOnServer(where)) return whileOpen(await openOnServer(mongodbUrl, log), work);
  const { openSqliteState } = await import('../../sqlite/state/index.ts');
  return whileOpen(await openSqliteState({ file: stateIn(dataDir), log }), work);
};

/** What an undo has still to look at is said in positions of this log: on another it would find nothing, and end. */
const refuseUndos = async (state: StateStore): Promise<void> => {
  for await (const { id, workspace } of undoJobs.waiting(state))
    throw new Refused(
      'conflict',
      'undo_under_way',
      `the undo ${id} of workspace ${workspace} is under way: start the service, wait for its end, and run it again`,
    );
};

/** How many records moved; null if there is nowhere to move them to. */
const stateMoved = async (where: Where, log: Log, steps: Steps): Promise<number | null> => {
  const { mongodbUrl } = where;
  if (mongodbUrl === null) return null;
  if (isOnServer(where)) return 0;
  return whileOpen(await openOnServer(mongodbUrl, log), (target) =>
    withState(where, log, (source) => moveState(source, target, steps)),
  );
};

/** Whether processes are at work on the log. */
const isInUse = async (where: Where, log: Log): Promise<boolean> => {
  const held = isOnServer(where) ? await withState(where, log, heldOnServer) : heldByProcesses(stateIn(where.dataDir));
  return held.length > 0;
};

/** What a server that does not answer may take, after it was told to stop: what was under way is found by the next run. */
const GRACE_MS = 1_000;

const soonAfter = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const give = (): void => void setTimeout(() => reject(new Interrupted(REMAINS)), GRACE_MS).unref();
    signal.addEventListener('abort', give, { once: true });
  });

export const migrate = async (
  config: Config,
  to: string,
  { steps, signal }: { readonly steps: Steps; readonly signal: AbortSignal },
): Promise<MigrationReport> => {
  const log = logOfCommand(config);
  refuseWrong(config, to);
  await withState(config, log, refuseUndos);
  const { openSqliteEventStore } = await import('../../sqlite/events/index.ts');
  const { openEventStoreDb } = await import('../../eventstoredb/index.ts');
  const move = async (source: EventStore): Promise<MigrationReport> => {
    const target = await openEventStoreDb({ url: to, log });
    try {
      const moved = await Promise.race([moveLog(source, target, steps, signal), soonAfter(signal)]);
      const stateRecords = await stateMoved(config, log, steps);
      return { ...moved, stateRecords, inUse: await isInUse(config, log) };
    } finally {
      const closing = target.close();
      // Told to stop, it does not wait for a server that may be away.
      if (signal.aborted) closing.catch(() => undefined);
      else await closing;
    }
  };
  return whileOpen(await openSqliteEventStore({ file: path.join(config.dataDir, 'events.db'), log }), move);
};
