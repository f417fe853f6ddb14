/** How fast a provider is asked: of any stretch of time, so many starts at most. By a clock that does not leap. */

/** A tenth of a second's requests at a time, so that what comes after a rest is no burst; of any second none above the rate. */
const PARTS = 10;
const SECOND_MS = 1_000;

/** `rate`: starts a second; 0 = unlimited. `now`: milliseconds. */
export const openPace = (rate: number, now: () => number = () => performance.now()) => {
  if (rate === 0) return { started: () => undefined, waitMs: () => 0 };
  const most = Math.max(1, Math.floor(rate / PARTS));
  const stretch = Math.ceil(SECOND_MS / (rate < 1 ? rate : Math.floor(rate / most)));
  let starts: readonly number[] = [];
  return {
    /** Notes a start. */
    started: (): void => {
      starts = [...starts, now()].slice(-most);
    },
    /** How many milliseconds the next one has to wait yet. */
    waitMs: (): number => (starts.length < most ? 0 : Math.max(0, (starts[0] ?? 0) + stretch - now())),
  };
};
