/** The rule of an erasure: whoever has a past is erased with all of it, as often as they come to have one. */
import type { Decider } from '../decider.ts';
import type { ErasureEvent, PastEvent } from './events.ts';

export type ErasePerson = {
  readonly type: 'ErasePerson';
  readonly orcid: string;
  /** Every event of the person, oldest first. */
  readonly past: readonly PastEvent[];
};

/** Some 300 KiB of them, so that one event stays well below what an append may hold. */
const MOST_PAST_EVENTS = 1_000;

export const erasure: Decider<null, ErasePerson, ErasureEvent> = {
  initial: null,
  decide: ({ orcid, past }) =>
    Array.from({ length: Math.ceil(past.length / MOST_PAST_EVENTS) }, (_, n) => ({
      type: 'PersonErased',
      data: { orcid, past: past.slice(n * MOST_PAST_EVENTS, (n + 1) * MOST_PAST_EVENTS) },
    })),
  evolve: (state) => state,
};
