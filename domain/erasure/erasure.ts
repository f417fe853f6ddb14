/**
 * The rule of erasure: a person is erased with all of their history, as often as it is asked for. One without any is recorded too, so
 * that the erasure can be repeated on an older backup.
 */
import type { Decider } from '../decider.ts';
import type { ErasureEvent, PastEvent } from './events.ts';

export type ErasePerson = {
  readonly type: 'ErasePerson';
  readonly orcid: string;
  /** Every event of the person, oldest first. */
  readonly past: readonly PastEvent[];
};

/** About 300 KiB of them, which keeps one event well below the size limit of an append. */
const MOST_PAST_EVENTS = 1_000;

export const erasure: Decider<null, ErasePerson, ErasureEvent> = {
  initial: null,
  decide: ({ orcid, past }) =>
    Array.from({ length: Math.max(1, Math.ceil(past.length / MOST_PAST_EVENTS)) }, (_, n) => ({
      type: 'PersonErased',
      data: { orcid, past: past.slice(n * MOST_PAST_EVENTS, (n + 1) * MOST_PAST_EVENTS) },
    })),
  evolve: (state) => state,
};
