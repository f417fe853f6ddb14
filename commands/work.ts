/** Commands to one work of a workspace. */
import type { WorkCommand } from '../domain/work/commands.ts';
import { work } from '../domain/work/work.ts';
import { streamsOf } from './aggregate.ts';
import { cleanChanges, cleanFields } from './text/values.ts';

const cleaned = (command: WorkCommand): WorkCommand => {
  switch (command.type) {
    case 'CreateWork':
      return { ...command, original: cleanFields(command.original) };
    case 'EditWork':
      return { ...command, changes: cleanChanges(command.changes) };
    default:
      return command;
  }
};

export const workAggregate = { stream: streamsOf('work'), decider: work, cleaned };
