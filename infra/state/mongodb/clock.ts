/** The server's clock, by which records expire: asked now and then, and told by this process's own in between. */
import type { Connection } from '../../mongodb/connection.ts';

/** Quartz drifts by less than 0.1 s in this. */
const REFRESH_MS = 60_000;

export type ServerClock = { now(): Promise<number> };

export const serverClock = ({ db, repeatedly }: Connection): ServerClock => {
  let offset = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  const ask = async (): Promise<void> => {
    const before = performance.now();
    const { localTime } = (await repeatedly(() => db.command({ hello: 1 }))) as { localTime?: Date };
    const after = performance.now();
    // Half of the way there and back: the error is at most that.
    offset = (localTime?.getTime() ?? Date.now()) - (before + after) / 2;
    askedAt = after;
  };
  return {
    now: async () => {
      if (performance.now() - askedAt > REFRESH_MS) await ask();
      return Math.round(performance.now() + offset);
    },
  };
};
