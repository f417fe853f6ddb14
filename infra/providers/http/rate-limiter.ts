/** Limits the rate and concurrency of requests to one provider, and holds all of them while it asks us to wait. */
import PQueue from 'p-queue';
import { cutOffBy } from './cut-off.ts';
import { openPace } from './pace.ts';
import type { Turn } from './shared-pace.ts';

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
