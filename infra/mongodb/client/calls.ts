/** How calls to MongoDB end: each has one deadline, is retried until then if that is safe, and throws `Unavailable`. */
import { AbortError } from 'p-retry';
import { backoff } from '../../../commands/backoff.ts';
import type { Log } from '../../../commands/ports.ts';
import { retried } from '../../../commands/retried.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { isAway, isServers, NoAnswer, reasonOf } from './failures.ts';

const PAUSES = backoff(20, 1_000);

/** Time limits for long calls: one attempt, and all attempts. */
const LONG_ATTEMPT_MS = 600_000;
const LONGEST_MS = 6 * LONG_ATTEMPT_MS;

/**
 * Options for the operations of a call. `signal` ends the wait for a server, a connection or an answer, so nothing is sent after it;
 * the driver's types have it for reads only, but all operations on documents support it. `maxTimeMS` ends them on the server. Not for
 * those that create or drop: the server may abort the build of an index whose client has gone.
 */
export type Limits = { readonly signal: AbortSignal; readonly maxTimeMS: number };

type Work<T> = (limits: Limits) => Promise<T>;

/** All throw `Unavailable` about the timeout after the server became unavailable, and at once for an unknown error of the server. */
export type Calls = {
  /** For repeatable operations: retried with backoff until the timeout. */
  readonly repeatedly: <T>(work: Work<T>) => Promise<T>;
  /** Retried only if certainly not executed; otherwise the outcome is unknown. Sends nothing after it has thrown. */
  readonly once: <T>(work: Work<T>) => Promise<T>;
  /** For repeatable operations that may take up to an hour: attempts that reached a server do not count against the timeout. */
  readonly atLength: <T>(work: Work<T>) => Promise<T>;
};

export type CallOptions = {
  /** The limit for one attempt at a long call, such as building indexes, in milliseconds; default 10 min. */
  readonly longAttemptMs?: number;
  readonly log?: Log;
};

/** The client whose connections the calls use. */
export type CallClient = {
  /** False once its user has closed it. */
  readonly isOpen: () => boolean;
  /** Returns at once if connected; otherwise looks for a server. */
  readonly connect: () => Promise<unknown>;
  /** Counts the call as running until it settles. */
  readonly running: <T>(call: Promise<T>) => Promise<T>;
  /** What has happened since. */
  readonly since: () => {
    /** Whether any call, of any user, was given a connection. */
    readonly isTaken: () => boolean;
    /** Replaces the client if none was. */
    readonly replaceIfUnused: () => void;
  };
};

/** Ends the work after `ms`, even if the driver does not; ignores a later answer. */
const bounded = async <T>(ms: number, work: Work<T>): Promise<T> => {
  const deadline = new AbortController();
  const { signal } = deadline;
  const timer = setTimeout(() => deadline.abort(new NoAnswer('no answer in time')), ms);
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as NoAnswer));
  });
  try {
    return await Promise.race([work({ signal, maxTimeMS: Math.ceil(ms) }), late]);
  } finally {
    clearTimeout(timer);
  }
};

/** `what` names the store in errors. */
export const callsOn = (
  what: string,
  client: CallClient,
  timeoutMs: number,
  { longAttemptMs = LONG_ATTEMPT_MS, log }: CallOptions,
): Calls => {
  type Kind = { readonly isRepeatable: boolean; readonly isLong?: boolean };
  const calling = <T>(work: Work<T>, { isRepeatable, isLong = false }: Kind): Promise<T> => {
    const began = performance.now();
    let [giveUpAt, waiting] = [began + timeoutMs, client.since()];
    let failure: Unavailable | undefined;
    const attempt = async (number: number): Promise<T> => {
      const begins = performance.now();
      // p-retry makes a last attempt when the time is up.
      if (failure !== undefined && begins > giveUpAt - 1) throw new AbortError(failure);
      if (!client.isOpen()) throw new AbortError(new Unavailable(what, 'it was closed'));
      const since = client.since();
      try {
        const working = bounded(isLong ? longAttemptMs : giveUpAt - begins, async (limits) => {
          // The driver does not look again for a server that it did not find at first.
          await client.connect();
          return work(limits);
        });
        return await client.running(working);
      } catch (error) {
        // An earlier reason says more than that the time is up.
        if (!(error instanceof NoAnswer) || failure === undefined)
          failure = new Unavailable(what, reasonOf(error), { cause: error });
        if (!isAway(error)) throw new AbortError(isServers(error) ? failure : (error as Error));
        const now = performance.now();
        if (isLong && now - begins > timeoutMs && since.isTaken())
          [giveUpAt, waiting] = [Math.min(now + timeoutMs, began + LONGEST_MS), client.since()];
        if (now >= giveUpAt) waiting.replaceIfUnused();
        // No error proves that nothing was sent, since the driver itself retries a write where that is safe. Only this does.
        const mayRepeat = isRepeatable || !since.isTaken();
        if (!mayRepeat || now >= giveUpAt) throw new AbortError(failure);
        if (number === 1) log?.warn({ store: what, reason: failure.reason }, 'MongoDB is unavailable; retrying');
        throw failure;
      }
    };
    const remaining = (): number => Math.max(0, giveUpAt - performance.now());
    return retried(attempt, () => ({ ...PAUSES, maxRetryTime: isLong ? LONGEST_MS : remaining() }));
  };
  return {
    repeatedly: (work) => calling(work, { isRepeatable: true }),
    once: (work) => calling(work, { isRepeatable: false }),
    atLength: (work) => calling(work, { isRepeatable: true, isLong: true }),
  };
};
