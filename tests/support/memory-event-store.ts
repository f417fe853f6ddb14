/** An event store in memory, for tests of the layers above the port. It does not work across processes. */
import { isDeepStrictEqual } from 'node:util';
import { WrongExpectedRevision, type Delivery, type EventStore } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';
import { BEGINNING, type Position, type Recorded } from '../../domain/event.ts';

export type MemoryEventStore = EventStore & {
  /** While away, every call fails with `Unavailable`, and so do open subscriptions. */
  setAway(away: boolean): void;
  /** The number of open subscriptions. */
  readonly subscriptions: number;
};

export type MemoryEventStoreOptions = {
  /** The number of earlier events that are delivered again; default none. For code that must tolerate duplicates. */
  readonly repeat?: (event: Recorded) => number;
};

/** Positions are not consecutive, as in EventStoreDB. */
const GAP = 3;

export const memoryEventStore = ({ repeat = () => 0 }: MemoryEventStoreOptions = {}): MemoryEventStore => {
  let log: Recorded[] = [];
  let last: Position = BEGINNING;
  let isAway = false;
  let isClosed = false;
  let subscriptions = 0;
  const waiting = new Set<() => void>();
  const wake = (): void => waiting.forEach((resume) => resume());
  const reach = (): void => {
    if (isAway || isClosed) throw new Unavailable('event store', isClosed ? 'closed' : 'away');
  };
  const changed = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const resume = (): void => {
        waiting.delete(resume);
        signal.removeEventListener('abort', resume);
        resolve();
      };
      waiting.add(resume);
      signal.addEventListener('abort', resume);
      if (signal.aborted) resume();
    });
  const of = (stream: string): readonly Recorded[] => log.filter((event) => event.stream === stream);

  async function* subscribe(
    after: Position,
    prefixes: readonly string[],
    signal: AbortSignal,
  ): AsyncGenerator<Delivery> {
    let position = after;
    let reported: Position | null = null;
    while (!signal.aborted) {
      reach();
      const next = log.find((event) => event.position > position);
      if (next === undefined) {
        if (reported !== position) yield { kind: 'caughtUp', position };
        reported = position;
        if (log.every((event) => event.position <= position)) await changed(signal);
        continue;
      }
      position = next.position;
      if (prefixes.length > 0 && !prefixes.some((prefix) => next.stream.startsWith(prefix))) continue;
      const index = log.indexOf(next);
      for (const event of log.slice(Math.max(0, index - repeat(next)), index + 1))
        yield { kind: 'event', event: structuredClone(event) };
    }
  }

  return {
    append: async (stream, events, expected) => {
      reach();
      if (events.length === 0) throw new RangeError('an append carries at least one event');
      const present = of(stream);
      const repeated = present.filter(({ id }) => events.some((event) => event.id === id));
      const [lastRepeated] = repeated.slice(-1);
      if (
        lastRepeated !== undefined &&
        isDeepStrictEqual(
          repeated.map(({ id }) => id),
          events.map(({ id }) => id),
        )
      )
        return { revision: lastRepeated.revision, position: lastRepeated.position };
      const actual = present.at(-1)?.revision ?? null;
      if (expected !== 'any' && expected !== (actual ?? 'none'))
        throw new WrongExpectedRevision(stream, expected, actual);
      let revision = actual ?? -1;
      for (const event of events) {
        revision += 1;
        last += GAP;
        log.push(structuredClone({ ...event, stream, revision, position: last }));
      }
      wake();
      return { revision, position: last };
    },
    readStream: async function* (stream, { from, direction = 'forwards', limit } = {}) {
      reach();
      const forwards = direction === 'forwards';
      const events = forwards ? of(stream) : of(stream).toReversed();
      yield* events
        .filter(({ revision }) => from === undefined || (forwards ? revision >= from : revision <= from))
        .slice(0, limit);
    },
    readAll: async function* ({ from, direction = 'forwards', limit } = {}) {
      reach();
      const forwards = direction === 'forwards';
      yield* (forwards ? [...log] : log.toReversed())
        .filter(({ position }) => from === undefined || (forwards ? position > from : position < from))
        .slice(0, limit);
    },
    subscribe: async function* ({ after = BEGINNING, prefixes = [], signal }) {
      subscriptions += 1;
      try {
        yield* subscribe(after, prefixes, signal);
      } finally {
        subscriptions -= 1;
      }
    },
    end: async () => {
      reach();
      return last;
    },
    head: async () => {
      reach();
      return log.at(-1)?.position ?? BEGINNING;
    },
    deleteStream: async (stream, expected) => {
      reach();
      const actual = of(stream).at(-1)?.revision;
      if (actual !== undefined && expected !== undefined && expected !== actual)
        throw new WrongExpectedRevision(stream, expected, actual);
      log = log.filter((event) => event.stream !== stream);
    },
    close: async () => {
      isClosed = true;
      wake();
    },
    setAway: (away) => {
      isAway = away;
      wake();
    },
    get subscriptions() {
      return subscriptions;
    },
  };
};
