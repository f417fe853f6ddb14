/** The command line: commands, options and help; every error is one line that says what to do. */
import { Command, CommanderError, Option } from 'commander';
import { Refused, Unavailable } from '../../domain/errors.ts';
import { ROLES, type Role } from '../../domain/member/events.ts';
import { addBackupCommands } from './backups.ts';
import { addCompletion } from './completion.ts';
import { Interrupted } from './ports.ts';
import { addExamples } from './examples.ts';
import { addMigrateCommand } from './migrations.ts';
import { jsonOption, workspaceOption } from './options.ts';
import { answer, ingestionOn, printIngestion, printSession, printStatus, type Out } from './output.ts';
import { whileShown } from './progress.ts';
import { addProjectionCommands } from './projections/commands.ts';
import type { Operations, RoleName } from './operations.ts';
import { addPersonalDataCommands } from './personal-data.ts';
import { addUndoCommand } from './undo.ts';

/** Exit codes: 0 done, 1 failed, 2 usage error; an interruption has that of a shell. */
const FAILED = 1;
const USAGE = 2;
export const INTERRUPTED = 130;

type IngestOptions = {
  readonly workspace: string;
  readonly skipExisting: boolean;
  readonly acceptLosses: boolean;
  readonly json?: true;
};

/** The commands with their options, over operations that they call. */
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
    .description('run the service until it is told to stop')
    .addOption(
      new Option('--role <role>', 'what this process does')
        .choices(['all', 'api', 'projector', 'worker'])
        .default('all'),
    )
    .action(({ role }: { role: RoleName }) => operations.start(role));

  program
    .command('demo')
    .description('run the service over a small sample that needs no network')
    .action(() => operations.demo());

  program
    .command('ingest')
    .description('ingest what researchers have published, and wait until it is done')
    .argument('<orcid...>', 'ORCID iDs')
    .addOption(workspaceOption())
    .option('--skip-existing', 'pass over iDs that have been ingested before', false)
    .option('--accept-losses', 'unlink what their ORCID lists have lost, however much it is', false)
    .addOption(jsonOption())
    .action(async (orcids: string[], { acceptLosses, json, ...options }: IngestOptions) => {
      const report = await whileShown(ingestionOn(out, json === true), (watch) =>
        operations.ingest(orcids, { ...options, acceptsLosses: acceptLosses }, watch),
      );
      answer(out, json, report, printIngestion);
      if (report.jobs.some(({ status }) => status === 'failed')) process.exitCode = FAILED;
    });

  program
    .command('import')
    .description('import one publication')
    .command('doi')
    .description('by its DOI')
    .argument('<doi>')
    .addOption(workspaceOption())
    .option('--person <orcid...>', 'registered people to link to it', [])
    .addOption(jsonOption())
    .action(async (doi: string, options: { workspace: string; person: string[]; json?: true }) => {
      const imported = await operations.importDoi(doi, { workspace: options.workspace, orcids: options.person });
      out.line(options.json ? JSON.stringify(imported) : `${imported.doi}  ${imported.outcome}`);
    });

  program
    .command('sessions')
    .description('sign people in to the dashboard')
    .command('create')
    .description('make somebody a member and print a session token and a sign-in link (once, ten minutes)')
    .requiredOption('--email <address>', 'whom')
    .addOption(new Option('--role <role>', 'what they may do').choices([...ROLES]).makeOptionMandatory())
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .action(async ({ json, ...asked }: { email: string; role: Role; workspace: string; json?: true }) => {
      answer(out, json, await operations.createSession(asked), printSession);
    });

  program
    .command('workspaces')
    .description('the workspaces of this installation')
    .command('create')
    .description('make a workspace, with entity org in it')
    .argument('<id>', '1 to 40 of the characters a-z, 0-9 and -')
    .option('--name <name>', 'what people call it')
    .addOption(jsonOption())
    .action(async (id: string, { name, json }: { name?: string; json?: true }) => {
      const made = await operations.createWorkspace(id, name);
      out.line(json ? JSON.stringify(made) : `${made.id}  ${made.created ? 'created' : 'was there already'}`);
    });

  program
    .command('status')
    .description('show the stores, how far projections have come, and jobs by state')
    .addOption(jsonOption())
    .action(async ({ json }: { json?: true }) => {
      answer(out, json, await operations.status(), printStatus);
    });

  addUndoCommand(program, operations, out);
  addPersonalDataCommands(program, operations, out);
  addBackupCommands(program, operations, out);
  addMigrateCommand(program, operations, out);
  addProjectionCommands(program, operations.projections, out);
  addCompletion(program, () => operations.workspaces());
  addExamples(program);

  return program;
};

const complaint = (error: unknown): string => {
  if (error instanceof Refused) return error.message;
  if (error instanceof Unavailable) return `${error.message}; nothing was changed that is not on record`;
  return error instanceof Error ? error.message : String(error);
};

/** Runs one command line; the exit code. `complain` takes one line for the operator. */
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
    // Commander has printed its own complaint, help or version.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
    complain(`colophon: ${complaint(error)}`);
    if (error instanceof Interrupted) return INTERRUPTED;
    return error instanceof Refused && error.kind === 'invalid' ? USAGE : FAILED;
  }
};
