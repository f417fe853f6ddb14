/** Turns of the event loop: pieces of work that follow one another without waiting let timers and sockets go between them. */

/** How long pieces of work may follow one another. */
export const TURN_MS = 15;

type Turn = { readonly began: number; readonly over: Promise<void> };

/** From its first piece of work on; null until there is one. */
let turn: Turn | null = null;

const thisTurn = (): Turn =>
  (turn ??= {
    began: performance.now(),
    over: new Promise((resolve) => {
      setImmediate(() => {
        turn = null;
        resolve();
      });
    }),
  });

/** To be asked between two pieces of work. */
export const isTurnOver = (): boolean => performance.now() - thisTurn().began >= TURN_MS;

export const nextTurn = (): Promise<void> => thisTurn().over;

/**
 * Runs a synchronous piece of work as soon as the turn has time for it. Of many callers at once only as many run in one turn as
 * it has time for, since each looks at the clock at the moment when it begins.
 */
export const inTurn = async <T>(work: () => T): Promise<T> => {
  while (isTurnOver()) await nextTurn();
  return work();
};
