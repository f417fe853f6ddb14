/** The command line: commands, options and help; every error is one actionable line. */
import { Command, CommanderError, Option } from 'commander';
import { Refused } from '../../domain/errors.ts';
import { ROLES, type Role } from '../../domain/member/events.ts';
import { addBackupCommands } from './backups.ts';
import { addCompletion } from './completion.ts';
import { Interrupted } from './ports.ts';
import { addExamples } from './examples.ts';
import { addMigrateCommand } from './migrations.ts';
import { addJson, workspaceOption } from './options.ts';
import { answer, ingestionOn, printIngestion, printSession, printStatus, type Out } from './output.ts';
import { whileShown } from './progress.ts';
import { addProjectionCommands } from './projections/commands.ts';
import type { Operations, RoleName } from './operations.ts';
import { addPersonalDataCommands } from './personal-data.ts';
import { addUndoCommand } from './undo.ts';

/** Exit codes: 0 success, 1 failure, 2 usage error, 130 interrupted, as in shells. */
const FAILED = 1;
const USAGE = 2;
export const INTERRUPTED = 130;

type IngestOptions = { workspace: string; skipExisting: boolean; acceptLosses: boolean; json?: true };

export const programOf = (operations: Operations, version: string, out: Out): Command => {
  const program = new Command('colophon')
    .description(
      'A publication catalogue for research institutes: harvested from ORCID, OpenAlex, Crossref and DataCite,\ncorrected by staff, served to websites. Configured by environment variables; see the README.',
    )
    .version(version, '-v, --version')
    .exitOverride()
    .configureOutput({ writeOut: (text) => out.line(text.trimEnd()) })
    .showHelpAfterError('(colophon --help lists the commands)');

  program
    .command('start')
    .description('run the service until it is stopped')
    .addOption(
      new Option('--role <role>', 'role of this process').choices(['all', 'api', 'projector', 'worker']).default('all'),
    )
    .action(({ role }: { role: RoleName }) => operations.start(role));

  program
    .command('demo')
    .description('run the service with a small data sample; needs no network')
    .action(() => operations.demo());

  program
    .command('ingest')
    .description('ingest the publications of researchers and wait until done')
    .argument('<orcid...>', 'ORCID iDs')
    .addOption(workspaceOption())
    .option('--skip-existing', 'skip iDs that have been ingested before', false)
    .option('--accept-losses', 'unlink works missing from their ORCID lists, however many', false)
    .action(async (orcids: string[], { acceptLosses, json, ...options }: IngestOptions) => {
      const report = await whileShown(ingestionOn(out, json === true), (watch) =>
        operations.ingest(orcids, { ...options, acceptsLosses: acceptLosses }, watch),
      );
      answer(out, json, report, printIngestion);
      if (!report.rowsCurrent || report.jobs.some(({ status }) => status === 'failed')) process.exitCode = FAILED;
    });

  program
    .command('import')
    .description('import one publication')
    .command('doi')
    .description('import one publication by its DOI')
    .argument('<doi>')
    .addOption(workspaceOption())
    .option('--person <orcid...>', 'registered people to link to it', [])
    .action(async (doi: string, options: { workspace: string; person: string[]; json?: true }) => {
      const imported = await operations.importDoi(doi, { workspace: options.workspace, orcids: options.person });
      out.line(options.json ? JSON.stringify(imported) : `${imported.doi}  ${imported.outcome}`);
    });

  program
    .command('sessions')
    .description('sign people in to the dashboard')
    .command('create')
    .description(
      'make a user a member and print a session token and a sign-in link (single use, valid for ten minutes)',
    )
    .requiredOption('--email <address>', 'email address of the user')
    .addOption(
      new Option('--role <role>', 'role in the workspace, also of a user who is a member already')
        .choices([...ROLES])
        .makeOptionMandatory(),
    )
    .addOption(workspaceOption())
    .action(async ({ json, ...member }: { email: string; role: Role; workspace: string; json?: true }) => {
      answer(out, json, await operations.createSession(member), printSession);
    });

  program
    .command('workspaces')
    .description('manage the workspaces of this installation')
    .command('create')
    .description('create a workspace with the entity org')
    .argument('<id>', '1 to 40 of the characters a-z, 0-9 and -')
    .option('--name <name>', 'display name')
    .action(async (id: string, { name, json }: { name?: string; json?: true }) => {
      const made = await operations.createWorkspace(id, name);
      out.line(json ? JSON.stringify(made) : `${made.id}  ${made.created ? 'created' : 'already exists'}`);
    });

  program
    .command('status')
    .description('show the stores, the progress of projections, and jobs by state')
    .action(async ({ json }: { json?: true }) => {
      answer(out, json, await operations.status(), printStatus);
    });

  addUndoCommand(program, operations, out);
  addPersonalDataCommands(program, operations, out);
  addBackupCommands(program, operations, out);
  addMigrateCommand(program, operations, out);
  addProjectionCommands(program, operations.projections, out);
  addJson(program);
  addCompletion(program, () => operations.workspaces());
  addExamples(program);

  return program;
};

/** Runs a command line and returns its exit code. `complain` prints one line for the operator. */
export const runCommandLine = async (
  args: readonly string[],
  operations: Operations,
  version: string,
  out: Out,
  complain: (line: string) => void,
): Promise<number> => {
  const program = programOf(operations, version, out);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return typeof process.exitCode === 'number' ? process.exitCode : 0;
  } catch (error) {
    // Commander has already printed its error, help or version.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
    complain(`colophon: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof Interrupted) return INTERRUPTED;
    return error instanceof Refused && error.kind === 'invalid' ? USAGE : FAILED;
  }
};
