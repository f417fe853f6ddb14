/** Limits request starts to a provider in any sliding window, measured with a monotonic clock. */

/** Windows of about a tenth of a second prevent bursts after idle time and keep every second within the rate. */
const WINDOWS_PER_SECOND = 10;
const SECOND_MS = 1_000;

/** `rate`: starts per second; 0 = unlimited. `now`: milliseconds. */
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
