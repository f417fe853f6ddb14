/** Turns on the event loop: pieces of work that follow one another without waiting let timers and sockets go between them. */

/** How long pieces of work may follow one another. */
export const TURN_MS = 15;

let began = 0;
let next: Promise<void> | null = null;

const nextTurn = (): Promise<void> =>
  (next ??= new Promise((resolve) => {
    setImmediate(() => {
      [next, began] = [null, performance.now()];
      resolve();
    });
  }));

/**
 * Runs a synchronous piece of work as soon as the turn has time for it. Of many callers at once only as many run in one turn as
 * it has time for, since each looks at the clock at the moment when it begins.
 */
export const inTurn = async <T>(work: () => T): Promise<T> => {
  while (performance.now() - began >= TURN_MS) await nextTurn();
  return work();
};
