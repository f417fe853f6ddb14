/** Commands to one entity of a workspace. */
import { entity, type EntityCommand } from '../domain/entity/entity.ts';
import { streamsOf } from './aggregate.ts';
import { cleanName } from './text/values.ts';

const cleaned = (command: EntityCommand): EntityCommand => {
  switch (command.type) {
    case 'CreateEntity':
    case 'EnsureEntity':
    case 'RenameEntity':
      return { ...command, name: cleanName(command.name) };
    default:
      return command;
  }
};

export const entityAggregate = { stream: streamsOf('entity'), decider: entity, cleaned };
