/** The command line: all commands, their completion, and the exit code; every error is one actionable line. */
import tab from '@bomb.sh/tab/commander';
import { Command, CommanderError } from 'commander';
import { Refused } from '../../domain/errors.ts';
import { Interrupted } from '../interrupted.ts';
import { addBackupCommands } from './backup.ts';
import { addDemoCommand } from './demo.ts';
import { addEraseCommands } from './erase.ts';
import { addIngestCommands } from './ingest.ts';
import type { Run } from './invocation.ts';
import { addMigrateCommand } from './migrate.ts';
import { addJson, examples } from './options.ts';
import { FAILED, INTERRUPTED, USAGE, type Out } from './output.ts';
import { addProjectionCommands } from './projections.ts';
import { addSessionCommands } from './sessions.ts';
import { addStartCommand } from './start.ts';
import { addStatusCommand } from './status.ts';
import { addUndoCommand } from './undo.ts';
import { addWorkspaceCommands, knownWorkspaces, type KnownWorkspace } from './workspaces.ts';

const SHORT = '-w';
const LONG = '--workspace';

/** Whether the word being completed is a workspace. */
const namesWorkspace = (words: readonly string[]): boolean => {
  const [before, last = ''] = words.slice(-2);
  return before === LONG || before === SHORT || last.startsWith(`${LONG}=`);
};

/** Completion in shells, through a hidden command that they call. Call after all commands are added. Without readable stores, no workspaces are offered. */
const addCompletion = (program: Command, run: Run): void => {
  const { commands } = tab(program, { completionCommandName: 'completion' });
  let known: readonly KnownWorkspace[] = [];
  for (const { options } of commands.values()) {
    const option = options.get(LONG.slice(2));
    if (option !== undefined) option.handler = (offer) => known.forEach(({ id, name }) => offer(id, name));
  }
  // Completion handlers are synchronous, so workspaces are loaded beforehand.
  program.hook('preAction', async (_program, command) => {
    if (command.name() === 'complete' && namesWorkspace(command.args))
      known = await run(knownWorkspaces).catch(() => []);
  });
  program.commands
    .find((command) => command.name() === 'completion')
    ?.addHelpText('after', examples('colophon completion bash', 'colophon completion zsh', 'colophon completion fish'));
};

export const programOf = (run: Run, version: string, out: Out): Command => {
  const program = new Command('colophon')
    .description(
      'A publication catalogue for research institutes: harvested from ORCID, OpenAlex, Crossref and DataCite,\ncorrected by staff, served to websites. Configured by environment variables; see the README.',
    )
    .version(version, '-v, --version')
    .exitOverride()
    .configureOutput({ writeOut: (text) => out.line(text.trimEnd()) })
    .showHelpAfterError('(colophon --help lists the commands)')
    .addHelpText(
      'after',
      examples(
        'colophon demo',
        'colophon sessions create --email you@example.org --role superadmin',
        'colophon ingest 0000-0002-1825-0097',
        'colophon status --json',
      ),
    );

  addStartCommand(program, run);
  addDemoCommand(program, run);
  addIngestCommands(program, run, out);
  addSessionCommands(program, run, out);
  addWorkspaceCommands(program, run, out);
  addStatusCommand(program, run, out);
  addUndoCommand(program, run, out);
  addEraseCommands(program, run, out);
  addBackupCommands(program, run, out);
  addMigrateCommand(program, run, out);
  addProjectionCommands(program, run, out);
  addJson(program);
  addCompletion(program, run);

  return program;
};

/** Runs a command line and returns its exit code. `complain` prints one line for the operator. */
export const runCommandLine = async (
  args: readonly string[],
  run: Run,
  version: string,
  out: Out,
  complain: (line: string) => void,
): Promise<number> => {
  const program = programOf(run, version, out);
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
