/** The command line: all commands, their completion, and the exit code; every error is one actionable line. */
import tab from '@bomb.sh/tab/commander';
import { Command, CommanderError } from 'commander';
import { Refused } from '../../domain/errors.ts';
import { Interrupted } from '../interrupted.ts';
import type { Run } from './invocation.ts';
import { addJson, examples } from './options.ts';
import { FAILED, INTERRUPTED, USAGE, type Out } from './output.ts';
import type { KnownWorkspace } from './workspaces.ts';

type Commands = { readonly addCommands: (program: Command, run: Run, out: Out) => void };

/** The commands of each file, in the order of the help. */
const FILES: readonly (readonly [names: readonly string[], load: () => Promise<Commands>])[] = [
  [['start'], () => import('./start.ts')],
  [['demo'], () => import('./demo.ts')],
  [['ingest', 'import'], () => import('./ingest.ts')],
  [['refresh'], () => import('./refresh.ts')],
  [['sessions'], () => import('./sessions.ts')],
  [['workspaces'], () => import('./workspaces.ts')],
  [['status'], () => import('./status.ts')],
  [['undo'], () => import('./undo.ts')],
  [['people', 'users'], () => import('./erase.ts')],
  [['backup', 'restore'], () => import('./backup.ts')],
  [['migrate'], () => import('./migrate.ts')],
  [['projections'], () => import('./projections.ts')],
];

/** A command that is named, to run or complete it, starts without the work of the others. */
const filesFor = (args: readonly string[]): typeof FILES => {
  const [name = ''] = args[0] === 'complete' ? args.slice(2) : args;
  const named = FILES.filter(([names]) => names.includes(name));
  return named.length > 0 ? named : FILES;
};

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
    if (command.name() !== 'complete' || !namesWorkspace(command.args)) return;
    const { knownWorkspaces } = await import('./workspaces.ts');
    known = await run(knownWorkspaces).catch(() => []);
  });
  program.commands
    .find((command) => command.name() === 'completion')
    ?.addHelpText('after', examples('colophon completion bash', 'colophon completion zsh', 'colophon completion fish'));
};

/** Has all commands if `args` names none. */
export const programOf = async (args: readonly string[], run: Run, version: string, out: Out): Promise<Command> => {
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

  for (const [, load] of filesFor(args)) (await load()).addCommands(program, run, out);
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
  const program = await programOf(args, run, version, out);
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
