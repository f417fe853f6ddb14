/** Commands to one identifier of a workspace. */
import { identifier, type Identifier, type IdentifierCommand } from '../domain/identifier/identifier.ts';
import type { IdentifierEvent } from '../domain/identifier/events.ts';
import { streamsOf, withoutTexts, type Aggregate } from './aggregate.ts';

export const identifierAggregate: Aggregate<Identifier, IdentifierCommand, IdentifierEvent> = {
  stream: streamsOf('identifier'),
  decider: identifier,
  cleaned: withoutTexts,
};
