/**
 * What shells complete: commands, options, choices and workspaces. They ask the program itself, by a command that help does not
 * list.
 */
import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import type { KnownWorkspace } from './operations.ts';

const SHORT = '-w';
const LONG = '--workspace';

/** Whether the last of the words is, or will be, a workspace. */
const namesWorkspace = (words: readonly string[]): boolean => {
  const [before, last = ''] = words.slice(-2);
  return before === LONG || before === SHORT || last.startsWith(`${LONG}=`);
};

/** Called when all commands are there. `workspaces` may fail: then none is offered, and nothing is said. */
export const addCompletion = (program: Command, workspaces: () => Promise<readonly KnownWorkspace[]>): void => {
  const { commands } = tab(program, { completionCommandName: 'completion' });
  let known: readonly KnownWorkspace[] = [];
  for (const { options } of commands.values()) {
    const option = options.get(LONG.slice(2));
    if (option !== undefined) option.handler = (offer) => known.forEach(({ id, name }) => offer(id, name));
  }
  // Shells get what is offered at once, and the stores answer later: they are asked before.
  program.hook('preAction', async (_program, command) => {
    if (command.name() === 'complete' && namesWorkspace(command.args)) known = await workspaces().catch(() => []);
  });
};
