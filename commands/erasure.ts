/** Erasures of people: `erasure-{workspace}~{orcid}`. */
import { erasure, type ErasePerson } from '../domain/erasure/erasure.ts';
import type { ErasureEvent } from '../domain/erasure/events.ts';
import { streamsOf, withoutTexts, type Aggregate } from './aggregate.ts';

export const erasureAggregate: Aggregate<null, ErasePerson, ErasureEvent> = {
  stream: streamsOf('erasure'),
  decider: erasure,
  cleaned: withoutTexts,
  // There is no state to fold.
  startsAfresh: () => true,
};
