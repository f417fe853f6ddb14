/** The time that work still takes, going by how far it has come since it was first seen. */

/** `at`: milliseconds of a clock that never goes back. */
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

/** `…` until something has been done: from nothing no rate follows. */
export const timeLeft = (first: Place, now: Place, total: number): string => {
  const came = now.done - first.done;
  if (came <= 0) return '…';
  return duration((Math.max(0, total - now.done) * (now.at - first.at)) / came);
};
