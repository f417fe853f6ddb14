/** A server stream of the client as an iteration that is always given back and never waits for ever. */
import type { Readable } from 'node:stream';
import type { ReadStreamOptions } from '@eventstore/db-client';
import type { Connection } from './connection.ts';
import type { ClientEvent } from './envelope.ts';
import { isAbsence } from './failures.ts';
import { within, type Deadline } from './time.ts';

/** What a log is read and written through, and how long a call on it tries, milliseconds. */
export type Server = Connection & { readonly timeoutMs: number };

/** Giving a call back is a message sent, or nothing when the connection is gone: never worth a long wait. */
const RELEASE_MS = 1_000;

/** Without a listener from the start an early error is an uncaught exception; whoever iterates gets it all the same. */
export const heard = <S extends Readable>(stream: S): S => stream.on('error', () => undefined);

/** Leaving the loop does not end the call on the server: it must be cancelled. */
export const release = async (stream: Readable, cancel: () => Promise<void>): Promise<void> => {
  await within(RELEASE_MS, cancel()).catch(() => undefined);
  stream.destroy();
};

type Read<T> = AsyncIterable<T> & Readable & { cancel(): Promise<void> };

/** Hands over what a read brings; each event within `timeoutMs` of being asked for, the first one within `first`. */
export const items = async function* <T>(open: () => Read<T>, first: Deadline, timeoutMs: number): AsyncGenerator<T> {
  const stream = heard(open());
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

/** One read of a stream, as `items` hands it over: a stream that is not there has no events. */
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
