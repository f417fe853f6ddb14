/** An event store that fails on demand: before an append, or after it, with the outcome unknown. */
import type { EventStore } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';

export type Fault = 'before' | 'after';

export type FaultyEventStore = EventStore & {
  /** The next appends fail like this, one after the other. */
  failAppends(...faults: readonly Fault[]): void;
  /** Once, between the next read of a stream and the append that follows it. */
  meanwhile(act: () => Promise<unknown>): void;
  readonly appends: number;
  readonly reads: number;
};

export const faultyEventStore = (inner: EventStore): FaultyEventStore => {
  const faults: Fault[] = [];
  const acts: (() => Promise<unknown>)[] = [];
  let appends = 0;
  let reads = 0;
  return {
    append: async (stream, events, expected) => {
      appends += 1;
      await acts.shift()?.();
      const fault = faults.shift();
      if (fault === 'before') throw new Unavailable('event store', 'the request was lost');
      const appended = await inner.append(stream, events, expected);
      if (fault === 'after') throw new Unavailable('event store', 'the response was lost');
      return appended;
    },
    readStream: (stream, options) => {
      reads += 1;
      return inner.readStream(stream, options);
    },
    readAll: (options) => inner.readAll(options),
    subscribe: (options) => inner.subscribe(options),
    head: () => inner.head(),
    end: () => inner.end(),
    deleteStream: (stream, expected) => inner.deleteStream(stream, expected),
    close: () => inner.close(),
    failAppends: (...next) => void faults.push(...next),
    meanwhile: (act) => void acts.push(act),
    get appends() {
      return appends;
    },
    get reads() {
      return reads;
    },
  };
};
