/** A server stream of the client as an iteration that is always given back and never waits for ever. */
import type { Readable } from 'node:stream';
import { within, type Deadline } from './time.ts';

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
