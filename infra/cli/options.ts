/** Options and help shared by several commands. */
import { Option, type Command } from 'commander';

/** These run until they are stopped: they have no outcome. */
const SERVING: readonly string[] = ['start', 'demo'];

/** Call after all commands with an outcome are added. */
export const addJson = (command: Command): void => {
  if (command.commands.length > 0) command.commands.forEach(addJson);
  else if (!SERVING.includes(command.name())) command.option('--json', 'print the outcome as JSON');
};

export const workspaceOption = (): Option => new Option('-w, --workspace <id>', 'workspace to work in').default('org');

/** Example command lines for the end of a command's help; a test runs all of them. */
export const examples = (...lines: readonly string[]): string =>
  ['', lines.length === 1 ? 'Example:' : 'Examples:', ...lines.map((line) => `  ${line}`)].join('\n');
