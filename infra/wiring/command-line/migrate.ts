/** `colophon migrate`: from the embedded files to the servers. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { EventStore, Log, StateStore } from '../../../commands/ports.ts';
import { undoJobs } from '../../../commands/undo/jobs.ts';
import { Refused } from '../../../domain/errors.ts';
import { Interrupted, type Steps } from '../../../workers/cli/ports.ts';
import type { MigrationReport } from '../../../workers/cli/upkeep.ts';
import { schemeOf } from '../../address.ts';
import { heldByProcesses } from '../../sqlite/backup/transient.ts';
import { refuseUnfinished } from '../../sqlite/backup/unfinished.ts';
import { EVENTSTORE_SCHEMES, type Config } from '../../config.ts';
import { moveLog, REMAINS } from '../../migration/moving.ts';
import { moveState } from '../../migration/state.ts';
import { whileOpen } from '../../while-open.ts';
import { logOfCommand } from './with-stores.ts';

const refuseWrong = (dataDir: string, to: string): void => {
  const scheme = schemeOf(to);
  if (!EVENTSTORE_SCHEMES.some((known) => known === scheme))
    throw new Refused('invalid', 'invalid_target', `--to takes the URL of EventStoreDB: esdb://…`);
  refuseUnfinished(dataDir);
  for (const name of ['events.db', 'state.db'])
    if (!existsSync(path.join(dataDir, name)))
      throw new Refused('not_found', 'nothing_there', `${dataDir} holds no ${name}`);
};

const withState = async <T>(file: string, log: Log, work: (state: StateStore) => Promise<T>): Promise<T> =>
  whileOpen(await (await import('../../sqlite/state/index.ts')).openSqliteState({ file, log }), work);

/** What an undo has still to look at is said in positions of this log: on another it would find nothing, and end. */
const refuseUndos = async (state: StateStore): Promise<void> => {
  for await (const { id, workspace } of undoJobs.waiting(state))
    throw new Refused(
      'conflict',
      'undo_under_way',
      `the undo ${id} of workspace ${workspace} is under way: start the service, wait for its end, and run it again`,
    );
};

const moveStateTo = async (source: StateStore, url: string, log: Log, steps: Steps): Promise<number> => {
  const opened = await (await import('../../mongodb/state/index.ts')).openMongoState({ url, log });
  return whileOpen(opened, (target) => moveState(source, target, steps));
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
  const { dataDir, mongodbUrl } = config;
  const log = logOfCommand(config);
  refuseWrong(dataDir, to);
  const state = path.join(dataDir, 'state.db');
  await withState(state, log, refuseUndos);
  const { openSqliteEventStore } = await import('../../sqlite/events/index.ts');
  const { openEventStoreDb } = await import('../../eventstoredb/index.ts');
  const move = async (source: EventStore): Promise<MigrationReport> => {
    const target = await openEventStoreDb({ url: to, log });
    try {
      const moved = await Promise.race([moveLog(source, target, steps, signal), soonAfter(signal)]);
      const stateRecords =
        mongodbUrl === null ? null : await withState(state, log, (from) => moveStateTo(from, mongodbUrl, log, steps));
      return { ...moved, stateRecords, inUse: heldByProcesses(state).length > 0 };
    } finally {
      const closing = target.close();
      // Told to stop, it does not wait for a server that may be away.
      if (signal.aborted) closing.catch(() => undefined);
      else await closing;
    }
  };
  return whileOpen(await openSqliteEventStore({ file: path.join(dataDir, 'events.db'), log }), move);
};
