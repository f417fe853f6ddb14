/** Shortens the changes of an event for listings, so that a page stays small however large the records are. */
import { jsonBytes, TIMELINE } from './limits.ts';

/** A value, or null with its size if it is too large for a listing. */
export const excerptOf = <T>(value: T): { readonly value: T | null; readonly bytes?: number } => {
  const bytes = jsonBytes(value);
  return bytes > TIMELINE.valueBytes ? { value: null, bytes } : { value };
};

/** The first of them, shortened, as far as there is room. */
export const fitting = <T, Short>(
  all: readonly T[],
  shortened: (one: T) => Short,
  bytes: number = TIMELINE.changesBytes,
): { readonly shown: readonly Short[]; readonly omitted: number; readonly left: number } => {
  const shown: Short[] = [];
  for (let left = bytes; ;) {
    const next = all[shown.length];
    if (next === undefined) return { shown, omitted: 0, left };
    const short = shortened(next);
    const size = jsonBytes(short);
    if (size > left) return { shown, omitted: all.length - shown.length, left: 0 };
    left -= size;
    shown.push(short);
  }
};
