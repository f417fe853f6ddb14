/** The command that moves an installation from the embedded stores to servers. */
import { Option, type Command } from 'commander';
import type { Out } from './output.ts';
import { reported } from './steps.ts';
import type { MigrationReport, UpkeepOperations } from './upkeep.ts';

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

export const addMigrateCommand = (program: Command, operations: UpkeepOperations, out: Out): void => {
  program
    .command('migrate')
    .description('move the log, and with MONGODB_URL users and identities, to servers; run again to resume')
    .addOption(new Option('--from <stores>', 'source stores').choices(['embedded']).makeOptionMandatory())
    .option('--to <url>', 'EventStoreDB, esdb://…: empty, or partly filled by an earlier run; default: EVENTSTORE_URL')
    .action(async ({ to, json = false }: { to?: string; json?: boolean }) => {
      await reported(out, json, (steps) => operations.migrate(to ?? null, steps), printMigration);
    });
};
