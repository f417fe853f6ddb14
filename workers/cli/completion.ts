/** What shells complete: commands, options and choices. They ask the program itself, by a command that help does not list. */
import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';

/** Called when all commands are there. */
export const addCompletion = (program: Command): void => {
  tab(program, { completionCommandName: 'completion' });
};
