/** A record in two layers: what a provider says, and people's edits of it, field by field. A refresh never touches the edits. */
import { withChanges } from '../changes/apply.ts';
import { fieldsTouched, pointerTo, type Change, type Fields } from '../changes/change.ts';
import type { CslItem } from '../csl.ts';
import type { Json } from '../json.ts';
import { defined, ownOf, picked } from '../own.ts';

export type { Fields } from '../changes/change.ts';

/** A field of the overlay: what a person put there, or the tombstone of a field that a person removed. */
export type Overlaid = { readonly value: Json } | { readonly removed: true };
export type Overlay = Readonly<Record<string, Overlaid>>;

/** A provider's record, and people's edits of it. */
export type Layered = { readonly original: CslItem; readonly overlay: Overlay };

/** What an edit did: the event of every kind of record says this. */
export type Edited = {
  /** Of the record as staff see it: each changed field keeps its new value, whatever the provider says. */
  readonly changes: readonly Change[];
  /** The fields whose edit was reverted: the provider's value shows again. */
  readonly reverted: readonly string[];
};

export const fieldsOf = (item: CslItem): Fields => item as Fields;

export const merge = ({ original, overlay }: Layered): CslItem => {
  const merged = new Map(Object.entries(fieldsOf(original)));
  for (const [field, put] of Object.entries(overlay)) {
    if ('removed' in put) merged.delete(field);
    else merged.set(field, put.value);
  }
  return Object.fromEntries(merged) as CslItem;
};

/** The changes that give fields these values; undefined removes a field. */
export const changesTo = (fields: Fields): readonly Change[] =>
  Object.entries(fields).map(([field, after]) => ({ path: pointerTo(field), ...defined({ after }) }));

const putIn = (fields: Fields, field: string): Overlaid => {
  const value = ownOf(fields, field);
  return value === undefined ? { removed: true } : { value };
};

export const without = (overlay: Overlay, fields: readonly string[]): Overlay => {
  const gone = new Set(fields);
  return Object.fromEntries(Object.entries(overlay).filter(([field]) => !gone.has(field)));
};

export const overlayAfter = (layered: Layered, { changes, reverted }: Edited): Overlay => {
  const touched = fieldsTouched(changes);
  const after = withChanges(picked(fieldsOf(merge(layered)), touched), changes);
  const put = touched.map((field): [string, Overlaid] => [field, putIn(after, field)]);
  return without({ ...layered.overlay, ...Object.fromEntries(put) }, reverted);
};
