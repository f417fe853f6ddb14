/** Estimates the time left from the rate since the first measurement. */

/** `at`: milliseconds of a monotonic clock. */
export type Place = { readonly at: number; readonly done: number };

const SECONDS_A_MINUTE = 60;
const MINUTES_AN_HOUR = 60;

export const duration = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1_000);
  if (seconds < SECONDS_A_MINUTE) return `${seconds} s`;
  const minutes = Math.floor(seconds / SECONDS_A_MINUTE);
  if (minutes < MINUTES_AN_HOUR) return `${minutes} min ${seconds % SECONDS_A_MINUTE} s`;
  return `${Math.floor(minutes / MINUTES_AN_HOUR)} h ${minutes % MINUTES_AN_HOUR} min`;
};

/** Returns `…` until there is progress to derive a rate from. */
export const timeLeft = (first: Place, now: Place, total: number): string => {
  const progress = now.done - first.done;
  if (progress <= 0) return '…';
  return duration((Math.max(0, total - now.done) * (now.at - first.at)) / progress);
};
