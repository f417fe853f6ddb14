/** Turns of the event loop: pieces of work that follow one another without waiting let timers and sockets run in between. */

/** How long work may continue before timers and sockets run. */
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

/** Checked between two pieces of work. */
export const isTurnOver = (): boolean => performance.now() - thisTurn().began >= TURN_MS;

export const nextTurn = (): Promise<void> => thisTurn().over;

/** Lets all callers within a turn share one call. Each gets an answer that was requested in the turn in which they asked. */
export const oncePerTurn = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let answer: Promise<T> | null = null;
  return () => {
    if (answer !== null) return answer;
    answer = ask();
    void nextTurn().then(() => {
      answer = null;
    });
    return answer;
  };
};

/**
 * Runs a synchronous piece of work as soon as the turn has time for it. Of many concurrent callers, only as many run in one turn as
 * it has time for, since each checks the clock when it begins.
 */
export const inTurn = async <T>(work: () => T): Promise<T> => {
  while (isTurnOver()) await nextTurn();
  return work();
};
