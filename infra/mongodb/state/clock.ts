/** The server's clock, by which records expire: asked now and then, and told by this process's own in between. */
import { Long } from 'mongodb';
import type { Connection } from '../client/connection.ts';

const REFRESH_MS = 10_000;

/** What two clocks drift apart in a millisecond, at most: that of a clock being slewed by NTP. */
const DRIFT = 0.0005;

/** Before the first release; a server that gives less does not count milliseconds since 1970. */
const EARLIEST = Date.UTC(2024);
const LATEST = Date.UTC(2100);

const millisecondsOf = (time: unknown): number => {
  if (time instanceof Date) return time.getTime();
  if (typeof time === 'string') return /^\d+$/.test(time) ? Number(time) : Date.parse(time);
  return time instanceof Long || typeof time === 'bigint' ? Number(time) : typeof time === 'number' ? time : NaN;
};

/**
 * A server's `localTime`, epoch ms. MongoDB gives a date; others give milliseconds, or a date in words. Throws for what is
 * no present time: leases by this process's clock instead could be taken from their holders.
 */
const serverTime = (localTime: unknown): number => {
  const time = millisecondsOf(localTime);
  if (time >= EARLIEST && time <= LATEST) return time;
  throw new TypeError(
    `MongoDB's hello must give its localTime as a date, or as milliseconds since 1970; it gave ${String(localTime)}`,
  );
};

type Reading = {
  /** Server's time less the process's monotonic one. */
  readonly offset: number;
  /** Half of the way there and back: the server may have looked at any moment of it. */
  readonly error: number;
  readonly askedAt: number;
};

/**
 * Epoch milliseconds, never going back. Off by half a round trip and a few milliseconds at most, which is how far two
 * processes may disagree for a moment on whether a record has expired; a leap of this machine's clock does not matter.
 */
export const serverClock = ({ db, unqueued }: Pick<Connection, 'db' | 'unqueued'>): (() => Promise<number>) => {
  const ask = async (): Promise<Reading> => {
    const before = performance.now();
    const { localTime } = await db().command({ hello: 1 });
    const after = performance.now();
    const error = (after - before) / 2;
    return { offset: serverTime(localTime) - before - error, error, askedAt: after };
  };
  const errorNow = ({ error, askedAt }: Reading): number => error + (performance.now() - askedAt) * DRIFT;

  let best: Reading | undefined;
  let asking: Promise<Reading> | undefined;
  let last = 0;

  return async () => {
    if (best === undefined || performance.now() - best.askedAt > REFRESH_MS) {
      asking ??= unqueued(ask).finally(() => (asking = undefined));
      const fresh = await asking;
      // A slow answer says less than a quick one that is not too old.
      if (best === undefined || errorNow(fresh) <= errorNow(best)) best = fresh;
    }
    last = Math.max(last, Math.floor(performance.now() + best.offset));
    return last;
  };
};
