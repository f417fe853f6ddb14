/** How far rows have come with the log, in words. */
import { duration } from './time-left.ts';

type Standing = { readonly position: number; readonly head: number; readonly lagMs: number };

/** A position below 0 is that of an empty log, or of rows that have seen nothing yet. */
export const placeOf = ({ position, head }: Standing): string => {
  if (head < 0) return 'empty log';
  return `${position < 0 ? 'nothing' : position} of ${head}`;
};

/** Null where nothing is behind, and of rows that have seen nothing: the age of the log says nothing about them. */
export const behind = ({ position, lagMs }: Standing): string | null =>
  lagMs === 0 || position < 0 ? null : duration(lagMs);
