/** The event log in EventStoreDB 22.6 or later (measured against 23.10), through its official client. */
import type { EventStore, ExpectedRevision, Log } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';
import { appenderTo } from './append.ts';
import { acquire, releaseConnection, type Connection } from './connection.ts';
import { encodeAll } from './envelope.ts';
import { isFinal } from './failures.ts';
import { erasuresOn } from './erasures.ts';
import { openLogReader } from './log-reader.ts';
import { readAll, readStream } from './read.ts';
import { subscribe } from './subscribe.ts';

export type EventStoreDbOptions = {
  /** `esdb://…`, including the credentials: passing them per call would slow appends down. */
  readonly url: string;
  /** Where the URL comes from, for errors. Default: `EVENTSTORE_URL`. */
  readonly setting?: string;
  readonly log?: Log;
  /** Name prefixes of all streams of this log, by which the server filters. Default: all streams but the server's own. */
  readonly streams?: readonly string[];
  /** How long a call tries before it throws `Unavailable`. Default 5,000 milliseconds. */
  readonly timeoutMs?: number;
};

const TIMEOUT_MS = 5_000;

const checkLimit = (limit: number | undefined): void => {
  if (limit !== undefined && !(limit >= 1)) throw new RangeError(`a limit is at least 1, not ${limit}`);
};

const checkExpected = (expected: ExpectedRevision): void => {
  if (typeof expected === 'number' && !(Number.isSafeInteger(expected) && expected >= 0))
    throw new RangeError(`a revision is a whole number from 0, not ${expected}`);
};

/** Streams outside the server's filter would never be read. */
const checkStream = (stream: string, streams: readonly string[] | undefined): void => {
  if (streams !== undefined && !streams.some((prefix) => stream.startsWith(prefix)))
    throw new RangeError(`${stream} begins with none of ${streams.join(', ')}`);
};

const storeOver = (
  connection: Connection,
  { url, setting = 'EVENTSTORE_URL', log, streams, timeoutMs = TIMEOUT_MS }: EventStoreDbOptions,
): EventStore => {
  const server = { ...connection, url, setting, timeoutMs };
  const append = appenderTo(server);
  const erasures = erasuresOn(server, append);
  const reader = openLogReader(server, erasures, streams ?? null);
  const closing = new AbortController();
  const writing = new Set<Promise<unknown>>();

  const whileOpen = (): void => {
    if (closing.signal.aborted) throw new Unavailable('event store', 'it was closed');
  };
  const ends = async () => {
    whileOpen();
    return reader.ends();
  };
  /** `close` waits for these. */
  const write = async <T>(work: () => Promise<T>): Promise<T> => {
    whileOpen();
    const running = work();
    writing.add(running);
    try {
      return await running;
    } finally {
      writing.delete(running);
    }
  };

  return {
    append: (stream, events, expected) =>
      write(async () => {
        checkExpected(expected);
        checkStream(stream, streams);
        return append({ stream, events: encodeAll(events), expected }, erasures);
      }),
    readStream: async function* (stream, options = {}) {
      whileOpen();
      checkLimit(options.limit);
      yield* readStream(server, stream, options);
    },
    readAll: async function* (options = {}) {
      whileOpen();
      checkLimit(options.limit);
      yield* readAll(reader, options);
    },
    subscribe: async function* (options) {
      whileOpen();
      const signal = AbortSignal.any([options.signal, closing.signal]);
      yield* subscribe(reader, log, { ...options, signal });
    },
    end: async () => (await ends()).last,
    head: async () => (await ends()).own,
    deleteStream: (stream, expected) => write(() => erasures.erase(stream, expected)),
    close: async () => {
      if (closing.signal.aborted) return;
      closing.abort();
      await Promise.allSettled(writing);
      await releaseConnection(url);
    },
  };
};

/** Throws `Unavailable` if the server does not answer within the time-out, and an explanatory error if it never will. */
export const openEventStoreDb = async (options: EventStoreDbOptions): Promise<EventStore> => {
  const store = storeOver(acquire(options.url, options.setting), options);
  try {
    await store.head();
    return store;
  } catch (error) {
    await store.close();
    // Retrying does not fix wrong credentials.
    if (error instanceof Unavailable && isFinal(error.cause)) throw new Error(error.message, { cause: error });
    throw error;
  }
};
