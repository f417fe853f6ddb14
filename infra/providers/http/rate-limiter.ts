/** Limits the rate and concurrency of requests to one provider, in this process and among all, and holds all of them while it asks us to wait. */
import { setTimeout as pause } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { StateStore } from '../../../commands/ports.ts';
import { cutOffBy } from '../../cut-off.ts';

/** Windows of about a tenth of a second prevent bursts after idle time and keep every second within the rate. */
const WINDOWS_PER_SECOND = 10;
const SECOND_MS = 1_000;

/** Limits starts in any sliding window. `rate`: starts per second; 0 = unlimited. `now`: milliseconds of a monotonic clock. */
export const openPace = (rate: number, now: () => number = () => performance.now()) => {
  if (rate === 0) return { started: () => undefined, waitMs: () => 0 };
  const maxStarts = Math.max(1, Math.floor(rate / WINDOWS_PER_SECOND));
  const windowMs = Math.ceil(SECOND_MS / (rate < 1 ? rate : Math.floor(rate / maxStarts)));
  let starts: readonly number[] = [];
  return {
    started: (): void => {
      starts = [...starts, now()].slice(-maxStarts);
    },
    /** Milliseconds until the next start is allowed. */
    waitMs: (): number => (starts.length < maxStarts ? 0 : Math.max(0, (starts[0] ?? 0) + windowMs - now())),
  };
};

/** Waits for the next slot. Throws `Unavailable` if the state store is down, so that no request is sent without a slot. */
type Turn = (signal: AbortSignal) => Promise<void>;

/** An unused record expires after a minute, or after this many slots if that is longer. */
const MIN_TTL_MS = 60_000;
const MIN_TTL_SLOTS = 60;
/** Only one of several concurrent claims succeeds per round. */
const MAX_RETRY_DELAY_MS = 20;
/** A slot this late is given up; otherwise slots delayed by a slow store would all start at once. */
const MAX_LATE_MS = 250;

/**
 * Shares a rate between processes and threads: each start claims the next slot in one record. `rate`: starts per second for `name`;
 * 0 = unlimited. Uses the state store's clock.
 */
export const openSharedPace = (state: Pick<StateStore, 'get' | 'put' | 'now'>, name: string, rate: number): Turn => {
  if (rate === 0) return () => Promise.resolve();
  const intervalMs = SECOND_MS / rate;
  const ttlMs = Math.max(MIN_TTL_MS, MIN_TTL_SLOTS * intervalMs);
  const key = `provider-pace/${name}`;

  /** When the claimed slot begins; null if another process claimed it first. */
  const claim = async (): Promise<{ readonly at: number; readonly now: number } | null> => {
    const [record, now] = await Promise.all([state.get(key), state.now()]);
    const next = (record?.value as { readonly next: number } | undefined)?.next ?? 0;
    // A time further ahead than any wait was written by a wrong clock.
    const at = next > now + ttlMs ? now : Math.max(now, next);
    const ifVersion = record?.version ?? 'absent';
    const written = await state.put(key, { next: at + intervalMs }, { ifVersion, ttlMs });
    return written === null ? null : { at, now };
  };

  // One claim at a time per thread.
  let queue: Promise<unknown> = Promise.resolve();
  const turn = async (signal: AbortSignal): Promise<void> => {
    for (;;) {
      signal.throwIfAborted();
      const startedAt = performance.now();
      const slot = await claim();
      const wait =
        slot === null ? Math.random() * MAX_RETRY_DELAY_MS : slot.at - slot.now - (performance.now() - startedAt);
      if (wait > 0) await pause(wait, undefined, { signal });
      if (slot !== null && wait > -Math.max(MAX_LATE_MS, intervalMs)) return;
    }
  };
  return (signal) => {
    const mine = queue.then(() => turn(signal));
    queue = mine.catch(() => undefined);
    return mine;
  };
};

export type RateLimiterOptions = {
  /** Requests per second; 0 = unlimited. */
  readonly rate: number;
  /** Concurrent requests; 0 = unlimited. */
  readonly concurrency: number;
  /** Waits for a slot in the rate shared by all processes; default: the rate is not shared. */
  readonly turn?: Turn | undefined;
};

export type RateLimiterSizes = { readonly in_use: number; readonly waiting: number };

export const openRateLimiter = ({ rate, concurrency, turn }: RateLimiterOptions) => {
  // The queue's own rate limit uses the wall clock and would stall if that is set back.
  const pace = openPace(rate);
  const queue = new PQueue({ concurrency: concurrency === 0 ? Number.POSITIVE_INFINITY : concurrency });
  let heldUntil = 0;
  let resumeTimer: NodeJS.Timeout | undefined;
  let running = new AbortController();
  /** Milliseconds until requests may start again. */
  const heldForMs = (): number => Math.max(0, heldUntil - performance.now());

  /** Starts the queue, now or once the hold and the pace allow. */
  const resume = (): void => {
    clearTimeout(resumeTimer);
    const wait = Math.max(heldForMs(), pace.waitMs());
    if (wait === 0) queue.start();
    else {
      queue.pause();
      resumeTimer = setTimeout(resume, Math.ceil(wait));
    }
  };
  const paced = async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    pace.started();
    if (pace.waitMs() > 0) resume();
    await turn?.(signal);
    return work();
  };

  return {
    /** In turn, higher `priority` first. Rejects with the signal's reason, or with that passed to `empty`. */
    run: <T>(work: () => Promise<T>, signal: AbortSignal, priority: number): Promise<T> =>
      cutOffBy([signal, running.signal], null, (either) =>
        queue.add(() => paced(work, either), { signal: either, priority }),
      ),
    heldForMs,
    sizes: (): RateLimiterSizes => ({ in_use: queue.pending, waiting: queue.size }),
    /** Delays all starts by at least this many milliseconds. */
    holdFor: (ms: number): void => {
      if (ms <= heldForMs()) return;
      heldUntil = performance.now() + ms;
      resume();
    },
    /** Rejects all waiting and running requests with this reason. */
    empty: (reason: Error): void => {
      running.abort(reason);
      running = new AbortController();
      resume();
      resumeTimer?.unref();
    },
  };
};

export type RateLimiter = ReturnType<typeof openRateLimiter>;
