/** Commands to one person of a workspace. */
import { person } from '../domain/person/person.ts';
import { streamsOf } from './aggregate.ts';

export const personAggregate = { stream: streamsOf('person'), decider: person };
