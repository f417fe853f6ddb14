/** The commands that back up and restore the embedded stores. */
import { InvalidArgumentError, type Command } from 'commander';
import type { Out } from './output.ts';
import { reported } from './steps.ts';
import type { BackupReport, RestoreReport, UpkeepOperations } from './upkeep.ts';

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

export const addBackupCommands = (program: Command, operations: UpkeepOperations, out: Out): void => {
  program
    .command('backup')
    .description('back up the embedded stores; safe while the service runs')
    .argument('<folder>', 'target folder; created if missing, otherwise must be empty', folderOf)
    .action(async (folder: string, { json = false }: { json?: boolean }) => {
      await reported(out, json, (steps) => operations.backup(folder, steps), printBackup);
    });

  program
    .command('restore')
    .description('replace the embedded stores with a backup; the service must be stopped')
    .argument('<folder>', 'the backup', folderOf)
    .option('--force', 'overwrite existing stores', false)
    .action(async (folder: string, { force, json = false }: { force: boolean; json?: boolean }) => {
      await reported(out, json, (steps) => operations.restore(folder, force, steps), printRestore);
    });
};
