/** The overlay: people's edits, field by field, on top of the provider's record. A refresh never touches it. */
import type { Fields } from '../changes/change.ts';
import type { CslItem } from '../csl.ts';
import { equal } from '../equal.ts';
import { defined, ownOf } from '../own.ts';
import { listsOrcids, withOrcidsBeside, withOrcidsInside } from './author-entries.ts';
import type { FieldChange, Overlay, OverlayChange, OverlayChanges } from './events.ts';

export type { Fields } from '../changes/change.ts';

/** A provider's record, and people's edits of it. */
export type Layered = { readonly original: CslItem; readonly overlay: Overlay };

export const fieldsOf = (item: CslItem): Fields => item as Fields;

/** The fields that hold the authors and their iDs. */
export const isOfEntries = (field: string): boolean => field === 'author' || field === 'custom';

/** A record as edits see it: with the iDs inside the authors' entries. */
export const editable = (item: CslItem): Fields => withOrcidsInside(fieldsOf(item));

export const laid = (fields: Fields, overlay: Overlay): Fields => {
  const merged = new Map(Object.entries(fields));
  for (const [field, put] of Object.entries(overlay)) {
    if ('removed' in put) merged.delete(field);
    else merged.set(field, put.value);
  }
  return Object.fromEntries(merged);
};

export const merge = (original: CslItem, overlay: Overlay): CslItem => {
  const { author, custom } = overlay;
  if (author === undefined && custom === undefined) return laid(fieldsOf(original), overlay) as CslItem;
  const isListed = listsOrcids(fieldsOf(original)) && !(custom !== undefined && 'removed' in custom);
  return withOrcidsBeside(laid(editable(original), overlay), isListed) as CslItem;
};

export const fieldsChanged = (before: Fields, after: Fields): readonly FieldChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !equal(before[field], after[field]))
    .map((field) => ({ field, ...defined({ before: ownOf(before, field), after: ownOf(after, field) }) }));

/** The changes that give fields these values; undefined removes a field. */
export const changesTo = (fields: Fields): readonly FieldChange[] =>
  Object.entries(fields).map(([field, after]) => ({ field, ...defined({ after }) }));

/** The overlay for these changes of the `editable` merged record: nothing for fields that get the provider's value. */
export const overlayFor = (original: CslItem, changes: readonly FieldChange[]): OverlayChanges => {
  const provided = changes.some(({ field }) => isOfEntries(field)) ? editable(original) : fieldsOf(original);
  return Object.fromEntries(
    changes.map(({ field, after }): [string, OverlayChange] => {
      if (equal(ownOf(provided, field), after)) return [field, { reverted: true }];
      return [field, after === undefined ? { removed: true } : { value: after }];
    }),
  );
};

export const withOverlay = (overlay: Overlay, changes: OverlayChanges): Overlay => {
  const next = new Map(Object.entries(overlay));
  for (const [field, change] of Object.entries(changes)) {
    if ('reverted' in change) next.delete(field);
    else next.set(field, change);
  }
  return Object.fromEntries(next);
};
