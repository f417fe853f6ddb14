/** The lane to one provider: so many requests a second and at once, all of them waiting when the provider says wait. */
import { setTimeout as pause } from 'node:timers/promises';
import PQueue from 'p-queue';

export type LaneOptions = {
  /** Requests a second; 0 = unlimited. */
  readonly rate: number;
  /** Requests at once; 0 = unlimited. */
  readonly concurrency: number;
};

export type Lane = {
  /** Runs the work when its turn has come. Rejects with the signal's reason if that is aborted first. */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Nobody starts before so many milliseconds have passed. */
  holdFor(ms: number): void;
  close(): void;
};

/** The rate is kept over short spans, so that a burst after a rest is a small one. */
const spanOf = (rate: number): { intervalCap: number; interval: number } =>
  rate >= 10
    ? { intervalCap: Math.round(rate / 10), interval: 100 }
    : { intervalCap: 1, interval: Math.ceil(1000 / rate) };

export const openLane = ({ rate, concurrency }: LaneOptions): Lane => {
  const queue = new PQueue({
    concurrency: concurrency === 0 ? Number.POSITIVE_INFINITY : concurrency,
    ...(rate === 0 ? {} : spanOf(rate)),
  });
  let heldUntil = 0;
  const patience = async (signal: AbortSignal): Promise<void> => {
    for (let left = heldUntil - performance.now(); left > 0; left = heldUntil - performance.now())
      await pause(left, undefined, { signal });
  };
  return {
    run: async (work, signal) => {
      const turn = async () => {
        await patience(signal);
        return work();
      };
      return queue.add(turn, { signal });
    },
    holdFor: (ms) => {
      heldUntil = Math.max(heldUntil, performance.now() + ms);
    },
    close: () => queue.clear(),
  };
};
