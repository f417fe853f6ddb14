/** The commands that copy the embedded stores and bring a copy back. */
import type { Command } from 'commander';
import { jsonOption } from './options.ts';
import type { Out } from './output.ts';
import { reported } from './steps.ts';
import type { BackupReport, RestoreReport, UpkeepOperations } from './upkeep.ts';

const MIB = 1024 * 1024;

const printBackup = ({ folder, events, streams, head, bytes }: BackupReport, { line }: Out): void =>
  line(`${folder}  ${events} events of ${streams} streams, up to position ${head}; ${(bytes / MIB).toFixed(1)} MiB`);

const printRestore = (report: RestoreReport, { line }: Out): void => {
  const { folder, events, streams, head, takenAt, onServer, erasedAgain, erasuresKnown } = report;
  line(
    `${folder}  ${events} events of ${streams} streams, up to position ${head}, as of ${new Date(takenAt).toISOString()}`,
  );
  if (erasedAgain > 0) line(`People erased since then, and erased again: ${erasedAgain}`);
  if (!erasuresKnown) line('The log that was replaced could not be read: erase again whoever was erased since then.');
  if (onServer)
    line('MongoDB was left as it is: colophon projections adopt-log --yes makes its rows again from this log.');
  else line('The rows are rebuilt when the service starts; all users must sign in again.');
};

export const addBackupCommands = (program: Command, operations: UpkeepOperations, out: Out): void => {
  program
    .command('backup')
    .description('copy the embedded stores, also while the service runs')
    .argument('<folder>', 'made by this; must be empty if it is there')
    .addOption(jsonOption())
    .action(async (folder: string, { json = false }: { json?: boolean }) => {
      await reported(out, json, (steps) => operations.backup(folder, steps), printBackup);
    });

  program
    .command('restore')
    .description('put a backup in place of the embedded stores; the service must not be running')
    .argument('<folder>', 'the backup')
    .option('--force', 'replace what is there', false)
    .addOption(jsonOption())
    .action(async (folder: string, { force, json = false }: { force: boolean; json?: boolean }) => {
      await reported(out, json, (steps) => operations.restore(folder, force, steps), printRestore);
    });
};
