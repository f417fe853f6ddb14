/** Commands to one entity of a workspace. */
import { entity, type EntityCommand } from '../domain/entity/entity.ts';
import { streamsOf } from './aggregate.ts';
import { withCleanName } from './text/values.ts';

export const entityAggregate = { stream: streamsOf('entity'), decider: entity, cleaned: withCleanName<EntityCommand> };
