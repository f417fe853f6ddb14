/** Formats the position and lag of rows. */
import { duration } from './time-left.ts';

type Standing = { readonly position: number; readonly head: number; readonly lagMs: number };

/** A position below 0 means an empty log, or rows that have processed no event. */
export const placeOf = ({ position, head }: Standing): string => {
  if (head < 0) return 'empty log';
  return `${position < 0 ? 'nothing' : position} of ${head}`;
};

/** Null without lag, and for rows that have processed no event: the age of the log is not their lag. */
export const behind = ({ position, lagMs }: Standing): string | null =>
  lagMs === 0 || position < 0 ? null : duration(lagMs);
