/** The commands that copy the embedded stores and bring a copy back. */
import { Option, type Command } from 'commander';
import type { Out } from './output.ts';
import { stepsOf } from './steps.ts';
import type { BackupReport, RestoreReport, UpkeepOperations } from './upkeep.ts';

const MIB = 1024 * 1024;

const printBackup = ({ folder, events, streams, head, bytes }: BackupReport, { line }: Out): void =>
  line(`${folder}  ${events} events of ${streams} streams, up to position ${head}; ${(bytes / MIB).toFixed(1)} MiB`);

const printRestore = (report: RestoreReport, { line }: Out): void => {
  const { folder, events, streams, head, takenAt, erasedAgain, erasuresKnown } = report;
  line(
    `${folder}  ${events} events of ${streams} streams, up to position ${head}, as of ${new Date(takenAt).toISOString()}`,
  );
  if (erasedAgain > 0) line(`People erased since then, and erased again: ${erasedAgain}`);
  if (!erasuresKnown) line('The log that was replaced could not be read: erase again whoever was erased since then.');
  line('Rows are made again when the service starts; everybody signs in again.');
};

export const addBackupCommands = (program: Command, operations: UpkeepOperations, out: Out): void => {
  const jsonOption = (): Option => new Option('--json', 'print the outcome as JSON');

  program
    .command('backup')
    .description('copy the embedded stores, also while the service runs')
    .argument('<folder>', 'made by this; must be empty if it is there')
    .addOption(jsonOption())
    .action(async (folder: string, { json }: { json?: true }) => {
      const { steps, end } = stepsOf(out, json === true);
      try {
        const report = await operations.backup(folder, steps);
        end();
        if (json) out.line(JSON.stringify(report));
        else printBackup(report, out);
      } finally {
        end();
      }
    });

  program
    .command('restore')
    .description('put a backup in place of the embedded stores; the service must not be running')
    .argument('<folder>', 'the backup')
    .option('--force', 'replace what is there', false)
    .addOption(jsonOption())
    .action(async (folder: string, { force, json }: { force: boolean; json?: true }) => {
      const { steps, end } = stepsOf(out, json === true);
      try {
        const report = await operations.restore(folder, force, steps);
        end();
        if (json) out.line(JSON.stringify(report));
        else printRestore(report, out);
      } finally {
        end();
      }
    });
};
