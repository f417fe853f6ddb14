/** `colophon backup` and `colophon restore`, for embedded stores. */
import { InvalidArgumentError, type Command } from 'commander';
import { recordBackup, type LastBackup } from '../../commands/last-backup.ts';
import { Refused } from '../../domain/errors.ts';
import { rejectRows } from '../../workers/rebuild/log-identity.ts';
import type { Config } from '../config.ts';
import type { Steps } from '../interrupted.ts';
import { BACKED_UP } from '../sqlite/backup/manifest.ts';
import { restoreBackup } from '../sqlite/backup/restoring.ts';
import { takeBackup } from '../sqlite/backup/taking.ts';
import { version } from '../version.ts';
import { whileOpen } from '../while-open.ts';
import { mustBeUsable, mustHoldStores, neededFiles } from '../wiring/data-folder.ts';
import { unlessInterrupted } from '../wiring/wait-for-stores.ts';
import { openState } from '../wiring/stores.ts';
import { logOfCommand, type Invocation, type Run } from './invocation.ts';
import { examples } from './options.ts';
import { reported, type Out } from './output.ts';

type LogReport = { readonly events: number; readonly streams: number; readonly head: number };

type BackupReport = LogReport & { readonly folder: string; readonly bytes: number };

type RestoreReport = LogReport & {
  readonly folder: string;
  /** Epoch ms. */
  readonly takenAt: number;
  /** Whether rows and state are on a server, which a restore leaves unchanged. */
  readonly onServer: boolean;
  /** What had ended since the backup, and was ended again. */
  readonly endedAgain: readonly { readonly what: string; readonly workspace: string; readonly id: string }[];
  /** What of the replaced log could not be read. */
  readonly unread: readonly string[];
  /** False if there was no log to replace. */
  readonly replacedLog: boolean;
};

const refuseServers = ({ eventStoreUrl }: Config): void => {
  if (eventStoreUrl !== null)
    throw new Refused(
      'invalid',
      'not_embedded',
      'EVENTSTORE_URL is set: back up servers with their own tools (docs/operating.md)',
    );
};

type Given = Pick<Invocation, 'config' | 'signal' | 'warn'>;

/** A full disk must not cost the backup that was taken because of it. */
const recorded = async (config: Config, warn: Given['warn'], backup: LastBackup): Promise<void> => {
  try {
    await whileOpen(await openState(config, logOfCommand(config)), (state) => recordBackup(state, backup));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    warn(`colophon: the backup is complete, but status will not show it: ${why}`);
  }
};

/** Copies the embedded stores while in use: the copy includes every write acknowledged before it began. */
export const backup = async (
  { config: read, signal, warn }: Given,
  target: string,
  steps: Steps,
): Promise<BackupReport> => {
  const config = read();
  refuseServers(config);
  const { dataDir, mongodbUrl } = config;
  await mustHoldStores(dataDir, neededFiles(config));
  // Reading also needs write access: SQLite maintains a shared-memory index file for concurrent use.
  await mustBeUsable(dataDir);
  const names = BACKED_UP.filter((name) => name !== 'state.db' || mongodbUrl === null);
  const now = Date.now();
  const { log, files } = await takeBackup({ dataDir, target, names, version, now, signal }, steps);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  await recorded(config, warn, { at: now, bytes, events: log.events });
  return { folder: target, ...log, bytes };
};

/** Replaces the embedded stores with a backup; overwrites existing data only with `force`. */
export const restore = async (
  { config: read, signal }: Given,
  source: string,
  force: boolean,
  steps: Steps,
): Promise<RestoreReport> => {
  const config = read();
  refuseServers(config);
  const { dataDir, mongodbUrl: url } = config;
  await mustBeUsable(dataDir);
  const stateOnServer =
    url === null
      ? null
      : await unlessInterrupted(signal, async () =>
          (await import('../mongodb/state/index.ts')).openMongoState({ url }),
        );
  const rejectRowsOnServer = async (): Promise<void> => {
    if (url === null) return;
    const { openMongoReadModels } = await import('../mongodb/rows/index.ts');
    await whileOpen(await openMongoReadModels({ url }), rejectRows);
  };
  try {
    const where = { dataDir, stateOnServer, rejectRows: rejectRowsOnServer };
    const { log, ...restored } = await restoreBackup({ source, force, ...where, signal }, steps);
    return { folder: dataDir, ...log, onServer: url !== null, ...restored };
  } finally {
    await stateOnServer?.close();
  }
};

const MIB = 1024 * 1024;

const printBackup = ({ folder, events, streams, head, bytes }: BackupReport, { line }: Out): void =>
  line(`${folder}  ${events} events of ${streams} streams, up to position ${head}; ${(bytes / MIB).toFixed(1)} MiB`);

const printRestore = (report: RestoreReport, { line }: Out): void => {
  const { folder, events, streams, head, takenAt, onServer, endedAgain, unread, replacedLog } = report;
  line(
    `${folder}  ${events} events of ${streams} streams, up to position ${head}, as of ${new Date(takenAt).toISOString()}`,
  );
  if (endedAgain.length > 0) line('Ended since the backup, and ended again:');
  for (const { what, workspace, id } of endedAgain) line(`  ${what} ${id} in ${workspace}`);
  for (const part of unread) line(`Could not be read in the replaced log: ${part}`);
  if (unread.length > 0 || !replacedLog)
    line(
      `${replacedLog ? 'What ended there' : 'No log was replaced: what ended'} after the backup is not known. ` +
        'End it again by hand: erased people, memberships, keys and credentials.',
    );
  if (onServer)
    line(
      'MongoDB has rows of the replaced log: run colophon projections adopt-log --yes to rebuild them from this one.',
    );
  else line('The rows are rebuilt when the service starts; all users must sign in again.');
};

/** An empty path, such as that of an unset variable, would mean the current folder. */
const folderOf = (text: string): string => {
  if (text === '') throw new InvalidArgumentError('expected the path of a folder.');
  return text;
};

export const addCommands = (program: Command, run: Run, out: Out): void => {
  program
    .command('backup')
    .description('back up the embedded stores; safe while the service runs')
    .argument('<folder>', 'target folder; created if missing, otherwise must be empty', folderOf)
    .addHelpText('after', examples('colophon backup /backups/2026-11-21'))
    .action(async (folder: string, { json = false }: { json?: boolean }) => {
      await reported(out, json, (steps) => run(backup, folder, steps), printBackup);
    });

  program
    .command('restore')
    .description('replace the embedded stores with a backup; the service must be stopped')
    .argument('<folder>', 'the backup', folderOf)
    .option('--force', 'overwrite existing stores', false)
    .addHelpText('after', examples('colophon restore /backups/2026-11-21 --force'))
    .action(async (folder: string, { force, json = false }: { force: boolean; json?: boolean }) => {
      await reported(out, json, (steps) => run(restore, folder, force, steps), printRestore);
    });
};
