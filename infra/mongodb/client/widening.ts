/** How many connections of a client stand, and one more made whenever calls wait for them. */
import type { MongoClient } from 'mongodb';
import { keyOf, type Which } from './stuck.ts';

type Wanted = {
  /** Whether calls wait, and more connections may be made. */
  readonly isMoreWanted: () => boolean;
  /** Called with how many calls have a connection for sure. */
  readonly onRoom: (calls: number) => void;
};

/**
 * The driver makes a connection only for who waits for one, two at once, and when many have come first most wait in vain: a
 * call is then given up without a word on whether it had been sent. So a ping waits in their place, when all connections
 * are taken; of it nothing is lost. The result is to be called whenever that may have become so.
 */
export const widening = (client: MongoClient, { isMoreWanted, onRoom }: Wanted): (() => void) => {
  const ready = new Set<string>();
  const taken = new Set<string>();
  let isPinging = false;

  // The ping may be given a connection that a call has left.
  const tellRoom = (): void => onRoom(ready.size - (isPinging ? 1 : 0));
  const isDue = (): boolean => ready.size > 0 && taken.size >= ready.size && isMoreWanted();

  const ping = async (): Promise<void> => {
    try {
      do await client.db().command({ ping: 1 });
      while (isDue());
    } catch {
      // A connection that is ready after all, or the next call, begins it again.
    } finally {
      isPinging = false;
      tellRoom();
    }
  };
  const widen = (): void => {
    if (isPinging || !isDue()) return;
    isPinging = true;
    tellRoom();
    void ping();
  };

  const stands = (event: Which): void => {
    if (ready.has(keyOf(event))) return;
    ready.add(keyOf(event));
    tellRoom();
  };
  client.on('connectionReady', stands);
  client.on('connectionCheckedOut', (event) => {
    // A server that has come back numbers its connections from the start: what is used stands, whatever was closed.
    stands(event);
    taken.add(keyOf(event));
    widen();
  });
  client.on('connectionCheckedIn', (event) => void taken.delete(keyOf(event)));
  client.on('connectionClosed', (event) => {
    ready.delete(keyOf(event));
    taken.delete(keyOf(event));
    tellRoom();
  });
  return widen;
};
