/** How long a call waits for an unavailable server, and when it is retried. */
import { AbortError } from 'p-retry';
import { backoff } from '../../../commands/backoff.ts';
import type { Log } from '../../../commands/ports.ts';
import { retried } from '../../../commands/retried.ts';
import { Unavailable } from '../../../domain/errors.ts';
import type { Connections, Loss } from './client.ts';
import { isAway, isNotPrimary, isNotSent, isServers, NoAnswer, reasonOf } from './failures.ts';

const PAUSES = backoff(20, 1_000);

/** A call must not be sent when its caller has given up: the last third of the time is for calls already running. */
const LAST_START = 2 / 3;

/** Time limits for long operations: one attempt, and all attempts. */
export const LONG_ATTEMPT_MS = 600_000;
const LONGEST_MS = 6 * LONG_ATTEMPT_MS;

/** How long an attempt may still answer after a lost connection: if it was the attempt's own, the answer never comes. */
const GRACE_MS = 2_000;

type Work<T> = () => Promise<T>;
/** Calls `mayBegin` before each step; it throws if the step would be too late. */
type Steps<T> = (mayBegin: () => void) => Promise<T>;

export type Retrying = {
  /** For repeatable operations: retried with backoff until the timeout. */
  readonly repeatedly: <T>(work: Work<T>) => Promise<T>;
  /** Retried only if certainly not executed; otherwise the outcome is unknown. Sends nothing after it has thrown. */
  readonly once: <T>(work: Steps<T>) => Promise<T>;
  /**
   * For repeatable operations that may take up to an hour. Retried if a connection is lost and no answer follows, since the
   * driver does not report the loss of some sockets. A server that is reachable but has stopped reading from one connection
   * is waited for until the attempt's limit.
   */
  readonly atLength: <T>(work: Work<T>) => Promise<T>;
};

export const unqueued = (connections: Connections): Connections => ({ ...connections, admit: (work) => work() });

type Limit = { readonly ms: number; readonly endsOnLossOf?: Loss };

/**
 * Abandons the call after `ms`: ignores a later answer, does not start a call that has not been admitted by then, and frees the
 * slot of a call in progress, even if the driver never ends it.
 */
const within = async <T>({ admit, onLoss, givenUp }: Connections, limit: Limit, work: Work<T>): Promise<T> => {
  const timers: NodeJS.Timeout[] = [];
  let isOver = false;
  let ends: () => void = () => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const end = (reason: string): void => {
      isOver = true;
      reject(new NoAnswer(reason));
    };
    timers.push(setTimeout(() => end('no answer in time'), limit.ms));
    if (limit.endsOnLossOf !== undefined)
      ends = onLoss(limit.endsOnLossOf, () => timers.push(setTimeout(() => end('the connection was lost'), GRACE_MS)));
  });
  late.catch(() => undefined);
  const working = admit(() => {
    if (isOver) return late;
    const call = work();
    late.catch(() => givenUp(call));
    return Promise.race([call, late]);
  });
  working.catch(() => undefined);
  try {
    return await Promise.race([working, late]);
  } finally {
    for (const timer of timers) clearTimeout(timer);
    ends();
  }
};

type RetryingOptions = { readonly log?: Log | undefined; readonly longAttemptMs?: number };

/** All throw `Unavailable`: about `timeoutMs` after the server became unavailable, at once for an unknown error. */
export const retrying = (
  what: string,
  timeoutMs: number,
  connections: Connections,
  { log, longAttemptMs = LONG_ATTEMPT_MS }: RetryingOptions = {},
): Retrying => {
  type Trying = {
    readonly mayRepeat?: (error: unknown) => boolean;
    readonly patienceMs?: number;
    /** An attempt of this length reached a server, so the wait for one restarts after it. */
    readonly longMs?: number;
  };
  const tried = <T>(
    attempt: (remainingMs: number) => Promise<T>,
    { mayRepeat = () => true, patienceMs = timeoutMs, longMs = Infinity }: Trying = {},
  ): Promise<T> => {
    const began = performance.now();
    let giveUpAt = began + patienceMs;
    let failure: Unavailable | undefined;
    const inTime = async (number: number): Promise<T> => {
      const begins = performance.now();
      // p-retry makes a last attempt when the time is up.
      if (failure !== undefined && begins > giveUpAt - 1) throw new AbortError(failure);
      if (!connections.isOpen()) throw new AbortError(new Unavailable(what, 'it was closed'));
      try {
        return await attempt(began + timeoutMs - begins);
      } catch (error) {
        const reason = reasonOf(error);
        failure = new Unavailable(what, reason, { cause: error });
        if (!isAway(error)) throw new AbortError(isServers(error) ? failure : (error as Error));
        connections.failed();
        const now = performance.now();
        if (now - begins > longMs) giveUpAt = Math.min(now + patienceMs, began + LONGEST_MS);
        if (!mayRepeat(error) || now >= giveUpAt) throw new AbortError(failure);
        if (number === 1) log?.warn({ store: what, reason }, 'MongoDB is unavailable; retrying');
        throw failure;
      }
    };
    return retried(inTime, () => ({ ...PAUSES, maxRetryTime: longMs === Infinity ? patienceMs : LONGEST_MS }));
  };
  return {
    repeatedly: (work) => tried((ms) => within(connections, { ms, endsOnLossOf: 'held' }, work)),
    once: (work) => {
      const lastStart = performance.now() + timeoutMs * LAST_START;
      const mayBegin = (): void => {
        if (performance.now() > lastStart) throw new NoAnswer('no time left');
      };
      let taken = 0;
      const attempt = (ms: number) =>
        within(connections, { ms }, () => {
          taken = connections.taken();
          return work(mayBegin);
        });
      // After sending a write whose answer is lost, the driver selects a server again: a failure to find a server or a
      // connection proves that nothing was sent only if no call was given a connection meanwhile.
      const mayRepeat = (error: unknown): boolean =>
        isNotSent(error) && (isNotPrimary(error) || connections.taken() === taken);
      return tried(attempt, { mayRepeat, patienceMs: timeoutMs * LAST_START });
    },
    atLength: (work) =>
      tried(() => within(connections, { ms: longAttemptMs, endsOnLossOf: 'any' }, work), { longMs: timeoutMs }),
  };
};
