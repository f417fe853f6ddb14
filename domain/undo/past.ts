/** What an undo keeps of a record's history, which it reads forwards, once: the events to be undone and the states around them. */
import { Refused } from '../errors.ts';
import type { DomainEvent, Recorded } from '../event.ts';
import { APPEND, jsonBytes, UNDO } from '../limits.ts';
import type { Inverse, NoInverse, Undoable } from './inverse.ts';

/** The states around successive events. Grows while they are read. */
type Span<State> = { readonly before: State; after: State };

/** An event to be undone. */
export type Chosen<State, E extends DomainEvent> = {
  readonly event: Recorded<E>;
  readonly index: number;
  /** Of what is one change with it. */
  readonly change: Span<State>;
  /** Of what its cause did in a row. */
  readonly run: Span<State>;
};

export type Held<State, E extends DomainEvent> = {
  /** Oldest first. */
  readonly chosen: readonly Chosen<State, E>[];
  /** Indexes of the events that emptied the record. */
  readonly resets: readonly number[];
  readonly now: State;
};

const sameCause = ({ metadata: one }: Recorded, { metadata: other }: Recorded): boolean =>
  one.correlationId === other.correlationId;

const sameAppend = (one: Recorded, other: Recorded): boolean =>
  sameCause(one, other) &&
  one.metadata.causationId === other.metadata.causationId &&
  one.metadata.at === other.metadata.at;

/** `isChosen`: the events to be undone. `held` throws `Refused('conflict')` if they are too large. */
export const pastOf = <State, Command extends { readonly type: string }, E extends DomainEvent>(
  { decider, inverses, empties }: Undoable<State, Command, E>,
  isChosen: (event: Recorded<E>) => boolean,
): { readonly add: (event: Recorded<E>) => void; readonly held: () => Held<State, E> } => {
  const chosen: Chosen<State, E>[] = [];
  const resets: number[] = [];
  let [length, bytes, isTooMuch] = [0, 0, false];
  let now = decider.initial;
  let last: Omit<Chosen<State, E>, 'index'> | null = null;

  return {
    add: (event) => {
      const span = { before: now, after: decider.evolve(now, event) };
      now = span.after;
      const goOn = (earlier: Span<State>): Span<State> => Object.assign(earlier, { after: now });
      const { previous }: Partial<Inverse<State, Command, E> & NoInverse> = inverses[event.type as E['type']];
      const isOneChange = last !== null && last.event.type === previous && sameAppend(last.event, event);
      const run = last !== null && sameCause(last.event, event) ? goOn(last.run) : { ...span };
      last = { event, change: isOneChange && last !== null ? goOn(last.change) : span, run };
      if (event.type === empties) resets.push(length);
      if (isChosen(event)) {
        bytes += jsonBytes(event.data) + APPEND.envelopeBytes;
        // A single event is undone whatever its size.
        isTooMuch ||= chosen.length > 0 && bytes > UNDO.heldBytes;
        if (isTooMuch) chosen.length = 0;
        else chosen.push({ ...last, index: length });
      }
      length += 1;
    },
    held: () => {
      if (isTooMuch)
        throw new Refused(
          'conflict',
          'too_much_at_once',
          'it has changed this record too much to be undone at once: undo its events one by one, the latest first',
        );
      return { chosen, resets, now };
    },
  };
};
