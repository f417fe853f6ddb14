/** What an undo keeps of a record's history, which it reads forwards, once: the events to be undone and the states around them. */
import type { Decider } from '../decider.ts';
import { Refused } from '../errors.ts';
import type { DomainEvent, Recorded } from '../event.ts';
import { APPEND, jsonBytes, UNDO } from '../limits.ts';
import type { Reach } from './inverse.ts';

/** Where a change ends: the index after its last event, and the state there. Grows while its events are read. */
type End<State> = { end: number; after: State };

/** An event to be undone. Others may be one change with it, so that the states are those around all of them. */
export type Chosen<State, E extends DomainEvent> = {
  readonly event: Recorded<E>;
  readonly index: number;
  readonly before: State;
  readonly until: End<State>;
};

type Held<State, E extends DomainEvent> = {
  /** Oldest first. */
  readonly chosen: readonly Chosen<State, E>[];
  /** Indexes of the events that emptied the record. */
  readonly resets: readonly number[];
  readonly now: State;
};

export type Past<State, E extends DomainEvent> = {
  readonly add: (event: Recorded<E>) => void;
  /** Throws `Refused('conflict')` if the events to be undone are too large to be held. */
  readonly held: () => Held<State, E>;
};

type Reading<State, E extends DomainEvent> = {
  readonly decider: Pick<Decider<State, never, E>, 'initial' | 'evolve'>;
  readonly isChosen: (event: Recorded<E>) => boolean;
  readonly reachOf: (type: E['type']) => Reach;
  /** The type that empties the record. */
  readonly empties: E['type'] | undefined;
};

const sameAppend = ({ metadata: one }: Recorded<DomainEvent>, { metadata: other }: Recorded<DomainEvent>): boolean =>
  one.correlationId === other.correlationId && one.causationId === other.causationId && one.at === other.at;

export const openPast = <State, E extends DomainEvent>({
  decider,
  isChosen,
  reachOf,
  empties,
}: Reading<State, E>): Past<State, E> => {
  const chosen: Chosen<State, E>[] = [];
  const resets: number[] = [];
  let [length, bytes] = [0, 0];
  let now = decider.initial;
  let last: { readonly event: Recorded<E>; readonly before: State } | null = null;
  /** The latest run of events of one cause. */
  let run: End<State> = { end: 0, after: now };
  let isTooMuch = false;

  const extend = (event: Recorded<E>, after: State): void => {
    const latest = chosen.at(-1);
    if (latest === undefined || latest.index !== length - 1) return;
    const { makes, next } = reachOf(latest.event.type);
    if (makes === undefined && event.type === next && sameAppend(latest.event, event))
      Object.assign(latest.until, { end: length + 1, after });
  };

  const choose = (event: Recorded<E>, after: State): void => {
    bytes += jsonBytes(event.data) + APPEND.envelopeBytes;
    // A single event is undone whatever its size.
    isTooMuch ||= chosen.length > 0 && bytes > UNDO.heldBytes;
    if (isTooMuch) {
      chosen.length = 0;
      return;
    }
    const { makes, previous } = reachOf(event.type);
    const isLater = makes === undefined && last?.event.type === previous;
    chosen.push({
      event,
      index: length,
      before: isLater && last !== null && sameAppend(last.event, event) ? last.before : now,
      until: makes === undefined ? { end: length + 1, after } : run,
    });
  };

  return {
    add: (event) => {
      const after = decider.evolve(now, event);
      extend(event, after);
      if (last?.event.metadata.correlationId === event.metadata.correlationId)
        Object.assign(run, { end: length + 1, after });
      else run = { end: length + 1, after };
      if (event.type === empties) resets.push(length);
      if (isChosen(event)) choose(event, after);
      last = { event, before: now };
      now = after;
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
