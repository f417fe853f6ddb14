/** `colophon migrate`: moves the embedded stores to servers. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Option, type Command } from 'commander';
import type { EventStore, Log, StateStore } from '../../commands/ports.ts';
import { undoJobs } from '../../commands/undo/jobs.ts';
import { Refused } from '../../domain/errors.ts';
import { schemeOf } from '../address.ts';
import { heldByProcesses, heldOnServer } from '../sqlite/backup/transient.ts';
import { refuseUnfinished } from '../sqlite/backup/unfinished.ts';
import { EVENTSTORE_SCHEMES, type Config } from '../config.ts';
import type { Steps } from '../interrupted.ts';
import { moveLog, REMAINS } from '../migration/moving.ts';
import { moveState } from '../migration/state.ts';
import { whileOpen } from '../while-open.ts';
import { unlessInterrupted } from '../wiring/wait-for-stores.ts';
import { openState } from '../wiring/stores.ts';
import { logOfCommand, type Invocation, type Run } from './invocation.ts';
import { examples } from './options.ts';
import { reported, type Out } from './output.ts';

export type MigrationReport = {
  readonly events: number;
  readonly streams: number;
  /** SHA-256 over the content of both logs. */
  readonly checksum: string;
  /** Events moved by this run. */
  readonly moved: number;
  /** Null if no MongoDB is configured. */
  readonly stateRecords: number | null;
  /** Whether other processes are using the files, so that there may be more to move. */
  readonly inUse: boolean;
};

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

/** Moves the embedded log to EventStoreDB, `to` null: the configured one, and durable state to MongoDB if configured. */
export const migrate = (
  { config: read, signal }: Pick<Invocation, 'config' | 'signal'>,
  to: string | null,
  steps: Steps,
): Promise<MigrationReport> => {
  const config = read();
  const moving = async (): Promise<MigrationReport> => {
    const log = logOfCommand(config);
    const url = checkSettings(config, to ?? config.eventStoreUrl);
    await withState(config, log, refuseUndos);
    const { openSqliteEventStore } = await import('../sqlite/events/index.ts');
    const { openEventStoreDb } = await import('../eventstoredb/index.ts');
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

const printMigration = ({ events, streams, moved, stateRecords, inUse }: MigrationReport, { line }: Out): void => {
  line(`${events} events of ${streams} streams are in the target, ${moved} moved by this run; all of them compared`);
  if (stateRecords === null)
    line('Users and identities stay in state.db: set MONGODB_URL and run this again to move them.');
  else line(`${stateRecords} records of users, identities and key use moved`);
  if (inUse) line('The service is still using the embedded stores: stop it and run this again to move the rest.');
  else {
    line(
      'Start the service with EVENTSTORE_URL (and MONGODB_URL); the rows are rebuilt, and all users must sign in again.',
    );
    line(
      'If rows built from the embedded log exist, first run with the same settings: colophon projections adopt-log --yes',
    );
  }
};

export const addCommands = (program: Command, run: Run, out: Out): void => {
  program
    .command('migrate')
    .description('move the log, and with MONGODB_URL users and identities, to servers; run again to resume')
    .addOption(new Option('--from <stores>', 'source stores').choices(['embedded']).makeOptionMandatory())
    .option('--to <url>', 'EventStoreDB, esdb://…: empty, or partly filled by an earlier run; default: EVENTSTORE_URL')
    .addHelpText('after', examples("colophon migrate --from embedded --to 'esdb://localhost:2113?tls=false'"))
    .action(async ({ to, json = false }: { to?: string; json?: boolean }) => {
      await reported(out, json, (steps) => run(migrate, to ?? null, steps), printMigration);
    });
};
