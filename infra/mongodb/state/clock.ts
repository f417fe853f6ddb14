/** The server's clock, by which records expire: read at intervals, and extrapolated by this process's monotonic clock. */
import { Long } from 'mongodb';
import type { Limits } from '../client/calls.ts';
import type { Connection } from '../client/connection.ts';

const REFRESH_MS = 10_000;

/** Maximum drift between two clocks per millisecond: that of a clock slewed by NTP. */
const DRIFT = 0.0005;

/** A time before the first release: a server that returns less does not count milliseconds since 1970. */
const EARLIEST = Date.UTC(2024);
const LATEST = Date.UTC(2100);

const millisecondsOf = (time: unknown): number => {
  if (time instanceof Date) return time.getTime();
  if (typeof time === 'string') return /^\d+$/.test(time) ? Number(time) : Date.parse(time);
  return time instanceof Long || typeof time === 'bigint' ? Number(time) : typeof time === 'number' ? time : NaN;
};

/**
 * A server's `localTime`, epoch ms. MongoDB returns a date; others return milliseconds, or a date string. Throws if it is not
 * a plausible current time: falling back to this process's clock could take leases from their holders.
 */
const serverTime = (localTime: unknown): number => {
  const time = millisecondsOf(localTime);
  if (time >= EARLIEST && time <= LATEST) return time;
  throw new TypeError(
    `MongoDB's hello must return localTime as a date or as milliseconds since 1970, but returned ${String(localTime)}`,
  );
};

type Reading = {
  /** The server's time minus the process's monotonic time. */
  readonly offset: number;
  /** Half of the round trip: the server may have read its clock at any moment of it. */
  readonly error: number;
  readonly askedAt: number;
};

/**
 * Epoch milliseconds, monotonic. The error is at most half a round trip plus a few milliseconds, and two processes may
 * briefly disagree by as much on whether a record has expired. Jumps of this machine's clock have no effect.
 */
export const serverClock = ({ db, repeatedly }: Pick<Connection, 'db' | 'repeatedly'>): (() => Promise<number>) => {
  const ask = async ({ signal }: Limits): Promise<Reading> => {
    const before = performance.now();
    const { localTime } = await db().command({ hello: 1 }, { signal });
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
      asking ??= repeatedly(ask).finally(() => (asking = undefined));
      const fresh = await asking;
      // A slow answer is less accurate than a fast one that is not too old.
      if (best === undefined || errorNow(fresh) <= errorNow(best)) best = fresh;
    }
    last = Math.max(last, Math.floor(performance.now() + best.offset));
    return last;
  };
};
