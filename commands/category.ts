/** Commands to one category of a workspace. */
import { category, type CategoryCommand } from '../domain/category/category.ts';
import { streamsOf } from './aggregate.ts';
import { cleanName } from './text/values.ts';

const cleaned = (command: CategoryCommand): CategoryCommand => {
  switch (command.type) {
    case 'CreateCategory':
    case 'RenameCategory':
      return { ...command, name: cleanName(command.name) };
    default:
      return command;
  }
};

export const categoryAggregate = { stream: streamsOf('category'), decider: category, cleaned };
