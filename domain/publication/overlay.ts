/** The overlay: what people changed, field by field, over what the providers say. A refresh never touches it. */
import { withChanges } from '../changes/apply.ts';
import { fieldsTouched, type Change, type Fields } from '../changes/change.ts';
import type { CslItem } from '../csl.ts';
import { equal } from '../equal.ts';
import type { Json } from '../json.ts';
import type { FieldChange, Overlay, OverlayChange } from './events.ts';

export type { Fields } from '../changes/change.ts';

export const fieldsOf = (item: CslItem): Fields => item as Fields;

const has = (fields: Fields, field: string): boolean => Object.hasOwn(fields, field) && fields[field] !== undefined;

/** The value of a record's own field. */
export const fieldIn = (item: CslItem, field: string): Json | undefined =>
  has(fieldsOf(item), field) ? fieldsOf(item)[field] : undefined;

/** What the providers say, with what people changed. */
export const merge = (original: CslItem, overlay: Overlay): CslItem => {
  const merged = new Map(Object.entries(original));
  for (const [field, put] of Object.entries(overlay)) {
    if ('removed' in put) merged.delete(field);
    else merged.set(field, put.value);
  }
  return Object.fromEntries(merged) as CslItem;
};

/** The top-level fields that one record says otherwise than another. */
export const fieldsChanged = (before: Fields, after: Fields): readonly FieldChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !equal(before[field], after[field]))
    .map((field) => ({
      field,
      ...(has(before, field) ? { before: before[field] as Json } : {}),
      ...(has(after, field) ? { after: after[field] as Json } : {}),
    }));

/** What the overlay must hold for these changes of the merged record: nothing where they say what the provider says. */
export const overlayFor = (
  original: CslItem,
  changes: readonly FieldChange[],
): Readonly<Record<string, OverlayChange>> =>
  Object.fromEntries(
    changes.map(({ field, after }): [string, OverlayChange] => {
      if (equal(fieldsOf(original)[field], after)) return [field, { reverted: true }];
      return [field, after === undefined ? { removed: true } : { value: after }];
    }),
  );

type Edited = {
  readonly changes: readonly Change[];
  readonly reverted: readonly string[];
  readonly overlay?: Readonly<Record<string, OverlayChange>>;
};

/** What the overlay holds of each field that an edit touched: what the merged record says of it after the edit. */
export const overlayAfter = (
  { original, overlay }: { readonly original: CslItem; readonly overlay: Overlay },
  { changes, reverted, overlay: told }: Edited,
): Readonly<Record<string, OverlayChange>> => {
  if (told !== undefined) return told;
  const touched = fieldsTouched(changes);
  const merged = merge(original, overlay);
  const before = touched.flatMap((field) => (has(fieldsOf(merged), field) ? [[field, fieldIn(merged, field)]] : []));
  const after = withChanges(Object.fromEntries(before) as Fields, changes);
  const put = touched.map((field): [string, OverlayChange] => {
    const value = has(after, field) ? after[field] : undefined;
    return [field, value === undefined ? { removed: true } : { value }];
  });
  return Object.fromEntries([...put, ...reverted.map((field): [string, OverlayChange] => [field, { reverted: true }])]);
};

export const withOverlay = (overlay: Overlay, changes: Readonly<Record<string, OverlayChange>>): Overlay => {
  const next = new Map(Object.entries(overlay));
  for (const [field, change] of Object.entries(changes)) {
    if ('reverted' in change) next.delete(field);
    else next.set(field, change);
  }
  return Object.fromEntries(next);
};
