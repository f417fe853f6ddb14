/** Shell completion of commands, options, choices and workspaces, through a hidden command that shells call. */
import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import type { KnownWorkspace } from './operations.ts';

const SHORT = '-w';
const LONG = '--workspace';

/** Whether the word being completed is a workspace. */
const namesWorkspace = (words: readonly string[]): boolean => {
  const [before, last = ''] = words.slice(-2);
  return before === LONG || before === SHORT || last.startsWith(`${LONG}=`);
};

/** Call after all commands are added. If `workspaces` fails, no workspaces are offered. */
export const addCompletion = (program: Command, workspaces: () => Promise<readonly KnownWorkspace[]>): void => {
  const { commands } = tab(program, { completionCommandName: 'completion' });
  let known: readonly KnownWorkspace[] = [];
  for (const { options } of commands.values()) {
    const option = options.get(LONG.slice(2));
    if (option !== undefined) option.handler = (offer) => known.forEach(({ id, name }) => offer(id, name));
  }
  // Completion handlers are synchronous, so workspaces are loaded beforehand.
  program.hook('preAction', async (_program, command) => {
    if (command.name() === 'complete' && namesWorkspace(command.args)) known = await workspaces().catch(() => []);
  });
};
