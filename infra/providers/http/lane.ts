/** The lane to one provider: so many requests a second and at once, all of them waiting when the provider says wait. */
import PQueue from 'p-queue';
import { cutOffBy } from './cut-off.ts';

export type LaneOptions = {
  /** Requests a second; 0 = unlimited. */
  readonly rate: number;
  /** Requests at once; 0 = unlimited. */
  readonly concurrency: number;
};

export type LaneSizes = { readonly in_use: number; readonly waiting: number };

export type Lane = {
  /**
   * Runs the work when its turn has come; the more `urgent`, the sooner. Rejects with the signal's reason when that is
   * aborted first, and with the lane's when it is emptied.
   */
  run<T>(work: () => Promise<T>, signal: AbortSignal, urgent: number): Promise<T>;
  /** Nobody starts before so many milliseconds have passed. */
  holdFor(ms: number): void;
  /** How many milliseconds it is held for yet. */
  heldForMs(): number;
  /** Requests that are under way, and that wait for their turn. */
  sizes(): LaneSizes;
  /** Whoever waits or runs is turned away with this reason. */
  empty(reason: Error): void;
};

/** A tenth of a second's requests at a time, so that what comes after a rest is no burst; of any second none above the rate. */
const paced = (rate: number): { intervalCap: number; interval: number; strict: true } => {
  const intervalCap = Math.max(1, Math.floor(rate / 10));
  return { intervalCap, interval: Math.ceil((intervalCap * 1000) / rate), strict: true };
};

export const openLane = ({ rate, concurrency }: LaneOptions): Lane => {
  const queue = new PQueue({
    concurrency: concurrency === 0 ? Number.POSITIVE_INFINITY : concurrency,
    ...(rate === 0 ? {} : paced(rate)),
  });
  let heldUntil = 0;
  let release: NodeJS.Timeout | undefined;
  let present = new AbortController();
  const heldForMs = (): number => Math.max(0, heldUntil - performance.now());

  return {
    run: (work, signal, urgent) =>
      cutOffBy([signal, present.signal], null, (either) => queue.add(work, { signal: either, priority: urgent })),
    heldForMs,
    sizes: () => ({ in_use: queue.pending, waiting: queue.size }),
    holdFor: (ms) => {
      if (ms <= heldForMs()) return;
      heldUntil = performance.now() + ms;
      queue.pause();
      clearTimeout(release);
      release = setTimeout(() => queue.start(), ms);
    },
    empty: (reason) => {
      present.abort(reason);
      present = new AbortController();
      clearTimeout(release);
      if (heldForMs() > 0) release = setTimeout(() => queue.start(), heldForMs()).unref();
    },
  };
};
