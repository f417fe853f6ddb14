/** Counts a client's open connections, and opens more while calls wait for one. */
import type { MongoClient } from 'mongodb';
import { keyOf, type Which } from './stuck.ts';

type Wanted = {
  /** Whether calls are waiting and more connections may be opened. */
  readonly isMoreWanted: () => boolean;
  /** Called with the number of calls that certainly have a connection. */
  readonly onRoom: (calls: number) => void;
};

/**
 * The driver opens connections only for waiting calls, two at a time, and under load most calls time out without an
 * indication of whether they were sent. So when all connections are in use, a ping, which is safe to lose, waits instead.
 * Call the returned function whenever that may have become the case.
 */
export const widening = (client: MongoClient, { isMoreWanted, onRoom }: Wanted): (() => void) => {
  const ready = new Set<string>();
  const taken = new Set<string>();
  let isPinging = false;

  // The ping may get a connection that a call has released.
  const reportRoom = (): void => onRoom(ready.size - (isPinging ? 1 : 0));
  const isDue = (): boolean => ready.size > 0 && taken.size >= ready.size && isMoreWanted();

  const ping = async (): Promise<void> => {
    try {
      do await client.db().command({ ping: 1 });
      while (isDue());
    } catch {
      // Retried when a connection becomes ready after all, or by the next call.
    } finally {
      isPinging = false;
      reportRoom();
    }
  };
  const widen = (): void => {
    if (isPinging || !isDue()) return;
    isPinging = true;
    reportRoom();
    void ping();
  };

  const stands = (event: Which): void => {
    if (ready.has(keyOf(event))) return;
    ready.add(keyOf(event));
    reportRoom();
  };
  client.on('connectionReady', stands);
  client.on('connectionCheckedOut', (event) => {
    // A restarted server reuses connection numbers: a connection in use is open, even if its number was closed before.
    stands(event);
    taken.add(keyOf(event));
    widen();
  });
  client.on('connectionCheckedIn', (event) => void taken.delete(keyOf(event)));
  client.on('connectionClosed', (event) => {
    ready.delete(keyOf(event));
    taken.delete(keyOf(event));
    reportRoom();
  });
  return widen;
};
