/** The overlay after an edit, derived from what the edit changed in the merged record. */
import { withChanges } from '../changes/apply.ts';
import { fieldOf, fieldsTouched, type Change, type Fields } from '../changes/change.ts';
import { equal } from '../equal.ts';
import { ownOf } from '../own.ts';
import { ORCIDS, withOrcidsInside } from './author-entries.ts';
import type { Edited, Overlaid, OverlayChanges } from './events.ts';
import { fieldsOf, isOfEntries, merge, type Layered } from './overlay.ts';

const ENTRIES = ['author', 'custom'] as const;

const putIn = (fields: Fields, field: string): Overlaid => {
  const value = ownOf(fields, field);
  return value === undefined ? { removed: true } : { value };
};

const sameIn = (before: Fields, after: Fields, field: string): boolean =>
  equal(ownOf(before, field), ownOf(after, field));

/** Changes have the authors' iDs in `custom`: these touch the authors, and `custom` only if anything else in it changed. */
const touches = (change: Change, field: (typeof ENTRIES)[number], before: Fields, after: Fields): boolean => {
  const [of, key] = [fieldOf(change), change.path.split('/')[2]];
  if (field === 'author') return of === 'author' || (of === 'custom' && !sameIn(before, after, field));
  if (of !== 'custom') return false;
  return key === undefined ? !sameIn(before, after, field) || equal(change.before, change.after) : key !== ORCIDS;
};

const entriesAfter = (changes: readonly Change[], before: Fields, after: Fields): OverlayChanges =>
  Object.fromEntries(
    ENTRIES.filter((field) => changes.some((change) => touches(change, field, before, after))).map((field) => [
      field,
      putIn(after, field),
    ]),
  );

/** The overlay's value of each field that an edit changed: its value in the merged record after the edit. */
export const overlayAfter = (state: Layered, { changes, reverted }: Edited): OverlayChanges => {
  const touched = fieldsTouched(changes);
  const ofEntries = touched.some(isOfEntries);
  const merged = fieldsOf(merge(state.original, state.overlay));
  const seen = [...new Set([...touched, ...(ofEntries ? ENTRIES : [])])].filter(
    (field) => ownOf(merged, field) !== undefined,
  );
  const before: Fields = Object.fromEntries(seen.map((field) => [field, merged[field]]));
  const after = withChanges(before, changes);
  const plain = touched.filter((field) => !isOfEntries(field));
  return {
    ...Object.fromEntries(plain.map((field) => [field, putIn(after, field)])),
    ...(ofEntries ? entriesAfter(changes, withOrcidsInside(before), withOrcidsInside(after)) : {}),
    ...Object.fromEntries(reverted.map((field) => [field, { reverted: true } as const])),
  };
};
