/** Commands to one entity of a workspace. */
import { entity } from '../domain/entity/entity.ts';
import { streamsOf } from './aggregate.ts';

export const entityAggregate = { stream: streamsOf('entity'), decider: entity };
