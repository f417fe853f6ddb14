/** The overlay after an edit, derived from what the edit changed in the merged record. */
import { withChanges } from '../changes/apply.ts';
import { fieldOf, fieldsTouched, type Change, type Fields } from '../changes/change.ts';
import { equal } from '../equal.ts';
import { ownOf } from '../own.ts';
import { listsOrcids, ORCIDS, withOrcidsInside } from './author-entries.ts';
import type { Edited, Overlaid, OverlayChanges } from './events.ts';
import { editable, fieldsOf, isOfEntries, laid, merge, type Layered } from './overlay.ts';

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

/** An older release recorded the overlay itself, with the iDs of edited authors in `custom`. */
const saidAfter = ({ original, overlay }: Layered, said: OverlayChanges): OverlayChanges => {
  if (!ENTRIES.some((field) => Object.hasOwn(said, field))) return said;
  const { author: _author, custom: _custom, ...rest } = said;
  const shown = merge(original, overlay);
  const put = Object.entries(said).map(([field, change]): [string, Overlaid] => [
    field,
    'reverted' in change ? putIn(fieldsOf(original), field) : change,
  ]);
  const outside = laid(fieldsOf(shown), Object.fromEntries(put));
  if (![fieldsOf(original), fieldsOf(shown), outside].some(listsOrcids)) return said;
  const [before, provided, after] = [editable(shown), editable(original), withOrcidsInside(outside)];
  const fields = ENTRIES.filter((field) => Object.hasOwn(said, field) || !sameIn(before, after, field));
  return {
    ...rest,
    ...Object.fromEntries(
      fields.map((field) => [field, sameIn(provided, after, field) ? { reverted: true } : putIn(after, field)]),
    ),
  };
};

/** The overlay's value of each field that an edit changed: its value in the merged record after the edit. */
export const overlayAfter = (state: Layered, { changes, reverted, overlay: said }: Edited): OverlayChanges => {
  if (said !== undefined) return saidAfter(state, said);
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
