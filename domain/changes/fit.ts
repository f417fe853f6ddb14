/** Changes in as much room as an append has: the largest `before` sides give way, since earlier events hold them. */
import { jsonBytes } from '../limits.ts';
import type { Change } from './change.ts';

const withoutBefore = ({ before, ...rest }: Change): Change => ({ ...rest, beforeBytes: jsonBytes(before) });

/** Of at most `bytes` of JSON if their `after` sides are; else without any `before` that would make them larger. */
export const fitting = (changes: readonly Change[], bytes: number): readonly Change[] => {
  let over = jsonBytes(changes) - bytes;
  if (over <= 0) return changes;
  const omitted = new Set<number>();
  const bySaving = changes
    .map((change, index) => ({ index, saving: jsonBytes(change) - jsonBytes(withoutBefore(change)) }))
    .filter(({ index, saving }) => changes[index]?.before !== undefined && saving > 0)
    .sort((a, b) => b.saving - a.saving);
  for (const { index, saving } of bySaving) {
    if (over <= 0) break;
    omitted.add(index);
    over -= saving;
  }
  return changes.map((change, index) => (omitted.has(index) ? withoutBefore(change) : change));
};
