/** Commands to one project of a workspace. */
import { project } from '../domain/project/project.ts';
import { streamsOf } from './aggregate.ts';

export const projectAggregate = { stream: streamsOf('project'), decider: project };
