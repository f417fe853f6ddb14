/** Limits the requests to one provider: so many requests a second and at once, all of them waiting when the provider says wait. */
import PQueue from 'p-queue';
import { cutOffBy } from './cut-off.ts';
import { openPace } from './pace.ts';
import type { Turn } from './shared-pace.ts';

export type RateLimiterOptions = {
  /** Requests a second; 0 = unlimited. */
  readonly rate: number;
  /** Requests at once; 0 = unlimited. */
  readonly concurrency: number;
  /** Waits for a place among the requests of all processes; default: there are no others. */
  readonly turn?: Turn | undefined;
};

export type RateLimiterSizes = { readonly in_use: number; readonly waiting: number };

export type RateLimiter = {
  /**
   * Runs the work when its turn has come; the more `urgent`, the sooner. Rejects with the signal's reason when that is
   * aborted first, and with the limiter's when it is emptied.
   */
  run<T>(work: () => Promise<T>, signal: AbortSignal, urgent: number): Promise<T>;
  /** No request starts before so many milliseconds have passed. */
  holdFor(ms: number): void;
  /** How many milliseconds it is held for yet. */
  heldForMs(): number;
  /** Requests that are under way, and that wait for their turn. */
  sizes(): RateLimiterSizes;
  /** Requests that wait or run are rejected with this reason. */
  empty(reason: Error): void;
};

export const openRateLimiter = ({ rate, concurrency, turn }: RateLimiterOptions): RateLimiter => {
  // The queue's own pacing goes by the machine's clock: set back, it would stand still until that time has come again.
  const pace = openPace(rate);
  const queue = new PQueue({ concurrency: concurrency === 0 ? Number.POSITIVE_INFINITY : concurrency });
  let heldUntil = 0;
  let release: NodeJS.Timeout | undefined;
  let present = new AbortController();
  const heldForMs = (): number => Math.max(0, heldUntil - performance.now());

  /** Lets the queue go on when nothing holds it any more. */
  const goOn = (): void => {
    clearTimeout(release);
    const wait = Math.max(heldForMs(), pace.waitMs());
    if (wait === 0) queue.start();
    else {
      queue.pause();
      release = setTimeout(goOn, Math.ceil(wait));
    }
  };
  const paced = async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    pace.started();
    if (pace.waitMs() > 0) goOn();
    await turn?.(signal);
    return work();
  };

  return {
    run: (work, signal, urgent) =>
      cutOffBy([signal, present.signal], null, (either) =>
        queue.add(() => paced(work, either), { signal: either, priority: urgent }),
      ),
    heldForMs,
    sizes: () => ({ in_use: queue.pending, waiting: queue.size }),
    holdFor: (ms) => {
      if (ms <= heldForMs()) return;
      heldUntil = performance.now() + ms;
      goOn();
    },
    empty: (reason) => {
      present.abort(reason);
      present = new AbortController();
      goOn();
      release?.unref();
    },
  };
};
