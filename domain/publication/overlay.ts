/** The overlay: what people changed, field by field, over what the providers say. A refresh never touches it. */
import type { CslItem } from '../csl.ts';
import { equal } from '../equal.ts';
import type { Json } from '../json.ts';
import type { FieldChange, Overlay, OverlayChange } from './events.ts';

/** A record as fields. */
export type Fields = Readonly<Record<string, Json | undefined>>;

export const fieldsOf = (item: CslItem): Fields => item as Fields;

const has = (fields: Fields, field: string): boolean => Object.hasOwn(fields, field) && fields[field] !== undefined;

/** What the providers say, with what people changed. */
export const merge = (original: CslItem, overlay: Overlay): CslItem => {
  const merged = new Map(Object.entries(original));
  for (const [field, put] of Object.entries(overlay)) {
    if ('removed' in put) merged.delete(field);
    else merged.set(field, put.value);
  }
  return Object.fromEntries(merged) as CslItem;
};

/** The changes of top-level fields from one record to another. */
export const changesBetween = (before: Fields, after: Fields): readonly FieldChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !equal(before[field], after[field]))
    .map((field) => ({
      field,
      ...(has(before, field) ? { before: before[field] as Json } : {}),
      ...(has(after, field) ? { after: after[field] as Json } : {}),
    }));

/** The record after such changes. */
export const withChanges = (item: CslItem, changes: readonly FieldChange[]): CslItem => {
  const fields = new Map(Object.entries(item));
  for (const change of changes) {
    if (change.after === undefined) fields.delete(change.field);
    else fields.set(change.field, change.after);
  }
  return Object.fromEntries(fields) as CslItem;
};

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

export const withOverlay = (overlay: Overlay, changes: Readonly<Record<string, OverlayChange>>): Overlay => {
  const next = new Map(Object.entries(overlay));
  for (const [field, change] of Object.entries(changes)) {
    if ('reverted' in change) next.delete(field);
    else next.set(field, change);
  }
  return Object.fromEntries(next);
};
