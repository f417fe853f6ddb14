/** Commands to one publication of a workspace. */
import { publication } from '../domain/publication/publication.ts';
import { streamsOf } from './aggregate.ts';

export const publicationAggregate = { stream: streamsOf('publication'), decider: publication };
