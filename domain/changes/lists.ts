/**
 * The changes from one list to another, entry by entry, in n log n: entries that occur once on each side and keep their order
 * stay where they are (the anchors of a patience diff); between them entries are compared one with one.
 */
import { canonicalJson } from '../canonical-json.ts';
import type { Json } from '../json.ts';
import { pointerTo, type Change } from './change.ts';

type List = readonly Json[];
type Keys = readonly string[];
type Pair = readonly [before: number, after: number];

const occurringOnce = (keys: Keys, from: number, to: number): ReadonlyMap<string, number> => {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (let index = from; index < to; index += 1) {
    const key = keys[index] ?? '';
    if (places.has(key)) repeated.add(key);
    places.set(key, index);
  }
  for (const key of repeated) places.delete(key);
  return places;
};

/** The longest run of pairs, given by ascending first index, whose second index ascends too. */
const longestAscending = (pairs: readonly Pair[]): readonly Pair[] => {
  /** Indexed by run length minus one: the pair that ends the best run of that length. */
  const ends: number[] = [];
  const previous: number[] = [];
  const second = (index: number | undefined): number => pairs[index ?? -1]?.[1] ?? -1;
  pairs.forEach(([, after], index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (second(ends[middle]) < after) low = middle + 1;
      else high = middle;
    }
    previous[index] = low === 0 ? -1 : (ends[low - 1] ?? -1);
    ends[low] = index;
  });
  const run: Pair[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index];
    if (pair !== undefined) run.push(pair);
  }
  return run.reverse();
};

const anchors = (before: Keys, after: Keys, start: number, [endBefore, endAfter]: Pair): readonly Pair[] => {
  const places = occurringOnce(after, start, endAfter);
  const pairs: Pair[] = [];
  for (const [key, index] of occurringOnce(before, start, endBefore)) {
    const place = places.get(key);
    if (place !== undefined) pairs.push([index, place]);
  }
  return longestAscending(pairs.sort(([a], [b]) => a - b));
};

export const listChanges = (path: string, before: List, after: List): readonly Change[] => {
  const [from, to] = [before.map((entry) => canonicalJson(entry)), after.map((entry) => canonicalJson(entry))];
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start += 1;
  let same = 0;
  while (same < shorter - start && from.at(-1 - same) === to.at(-1 - same)) same += 1;
  const ends: Pair = [from.length - same, to.length - same];

  const changes: Change[] = [];
  let [a, b] = [start, start];
  for (const [nextBefore, nextAfter] of [...anchors(from, to, start, ends), ends]) {
    // `b` is also the entry's index while the changes are applied, since everything before it is already final.
    for (; a < nextBefore && b < nextAfter; a += 1, b += 1)
      if (from[a] !== to[b])
        changes.push({ path: `${path}${pointerTo(b)}`, before: before[a] as Json, after: after[b] as Json });
    for (; a < nextBefore; a += 1) changes.push({ path: `${path}${pointerTo(b)}`, before: before[a] as Json });
    for (; b < nextAfter; b += 1) changes.push({ path: `${path}${pointerTo(b)}`, after: after[b] as Json });
    [a, b] = [nextBefore + 1, nextAfter + 1];
  }
  return changes;
};
