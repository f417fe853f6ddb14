/** Wraps a server stream of the client in an iteration that is always released and never waits indefinitely. */
import type { Readable } from 'node:stream';
import type { ReadStreamOptions } from '@eventstore/db-client';
import type { Connection } from './connection.ts';
import type { ClientEvent } from './envelope.ts';
import { isAbsence, type Where } from './failures.ts';
import { within, type Deadline } from './time.ts';

/** The client of a log, and how long a call on it tries, in milliseconds. */
export type Server = Connection & Where & { readonly timeoutMs: number };

/** Releasing a call sends one message, or nothing if the connection is lost: never worth a long wait. */
const RELEASE_MS = 1_000;

/** Without an initial listener an early error would be an uncaught exception; the iteration still receives it. */
export const withErrorHandler = <S extends Readable>(stream: S): S => stream.on('error', () => undefined);

/** Leaving the loop does not end the call on the server; it must be cancelled. */
export const release = async (stream: Readable, cancel: () => Promise<void>): Promise<void> => {
  await within(RELEASE_MS, cancel()).catch(() => undefined);
  stream.destroy();
};

type Read<T> = AsyncIterable<T> & Readable & { cancel(): Promise<void> };

/** Yields what a read returns; each event within `timeoutMs` of being requested, the first one within `first`. */
export const items = async function* <T>(open: () => Read<T>, first: Deadline, timeoutMs: number): AsyncGenerator<T> {
  const stream = withErrorHandler(open());
  const iterator = stream[Symbol.asyncIterator]();
  let patience = first.left;
  try {
    for (;;) {
      const step = await within(patience, iterator.next());
      if (step.done === true) return;
      yield step.value;
      patience = timeoutMs;
    }
  } finally {
    await release(stream, () => stream.cancel());
  }
};

/** One read of a stream, as yielded by `items`: a missing stream has no events. */
export const streamEvents = async function* (
  { client, timeoutMs }: Server,
  stream: string,
  options: ReadStreamOptions,
  deadline: Deadline,
): AsyncGenerator<ClientEvent> {
  try {
    for await (const { event } of items(() => client.readStream(stream, options), deadline, timeoutMs))
      if (event !== undefined) yield event;
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
};
