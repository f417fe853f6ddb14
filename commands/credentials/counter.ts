/** Counters in the state store: all counts of one turn of the event loop become one write. */

type Turn<T> = { count: number; readonly counted: Promise<T> };

export const countingInTurns = <T>() => {
  const turns = new Map<string, Turn<T>>();
  /** Counts one more under the key; `write` gets the count of the whole turn. `place`: which of them this one is, from 1. */
  return (key: string, write: (count: number) => Promise<T>) => {
    const begin = (): Turn<T> => {
      const counted = new Promise((resolve) => setImmediate(resolve)).then(() => {
        turns.delete(key);
        return write(turn.count);
      });
      const turn: Turn<T> = { count: 0, counted };
      turns.set(key, turn);
      return turn;
    };
    const turn = turns.get(key) ?? begin();
    turn.count += 1;
    return { place: turn.count, counted: turn.counted };
  };
};
