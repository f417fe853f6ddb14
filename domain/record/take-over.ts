/** When an item turns out to be the same as another, staff's edits move to that one, except for fields edited there. */
import type { Change } from '../changes/change.ts';
import { equal } from '../equal.ts';
import type { Json } from '../json.ts';
import { ownOf } from '../own.ts';
import type { CslItem } from '../csl.ts';
import { changesTo, fieldsOf, merge, type Fields, type Layered, type Overlay } from './overlay.ts';

/** Fields that identify the item stay with it. */
const OWN = new Set(['id', 'DOI']);

/** Staff's edits. `earlier`: as previously taken over; only changes since then are taken over, unless the field has been edited there. */
export type ToTakeOver = { readonly overlay: Overlay; readonly earlier?: Pick<ToTakeOver, 'overlay'> };

/** The described fields that the record lacks, unless staff have removed them there. */
export const missingIn = (layered: Layered, described: CslItem | undefined): readonly Change[] => {
  const present = fieldsOf(merge(layered));
  const isMissing = (field: string): boolean =>
    !OWN.has(field) && field !== 'custom' && !Object.hasOwn(present, field) && !Object.hasOwn(layered.overlay, field);
  return changesTo(
    Object.fromEntries(Object.entries(fieldsOf(described ?? { type: '' })).filter(([field]) => isMissing(field))),
  );
};

export const takenOverBy = (
  { original, overlay }: Layered,
  { overlay: edits, earlier }: ToTakeOver,
): readonly Change[] => {
  const before = earlier?.overlay ?? {};
  const isFree = (field: string): boolean =>
    !Object.hasOwn(overlay, field) || equal(overlay[field], ownOf(before, field));
  const fields: Fields = Object.fromEntries(
    Object.keys({ ...before, ...edits })
      .filter((field) => !OWN.has(field) && !equal(ownOf(edits, field), ownOf(before, field)) && isFree(field))
      .map((field): [string, Json | undefined] => {
        const put = ownOf(edits, field);
        // An edit that was withdrawn there leaves what the provider says here.
        if (put === undefined) return [field, ownOf(fieldsOf(original), field)];
        return [field, 'removed' in put ? undefined : put.value];
      }),
  );
  return changesTo(fields);
};
