/** Commands to one work of a workspace. */
import { work } from '../domain/work/work.ts';
import { streamsOf } from './aggregate.ts';

export const workAggregate = { stream: streamsOf('work'), decider: work };
