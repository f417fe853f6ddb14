/** When an item turns out to be the same as another, staff's edits move to that one, except for fields edited there. */
import { equal } from '../equal.ts';
import { defined, ownOf } from '../own.ts';
import { withOrcids } from './author-entries.ts';
import type { Edit } from './edit.ts';
import type { FieldChange, Overlay } from './events.ts';
import { editable, laid, merge, type Layered } from './overlay.ts';

/** Fields that identify the item stay with it. */
const OWN = new Set(['id', 'DOI', 'URL']);

/** Staff's edits of a work. `href`: its address, if they set it. */
export type Edits = { readonly overlay: Overlay; readonly href?: string };

/** `earlier`: as previously taken over; only changes since then are taken over, unless the field has been edited there. */
export type ToTakeOver = Edits & { readonly earlier?: Edits };

export const takenOverBy = (
  { original, overlay }: Layered,
  { overlay: edits, earlier }: ToTakeOver,
): Pick<Edit, 'changes' | 'orcids'> => {
  const wanted = laid(editable(original), edits);
  const before = earlier?.overlay ?? {};
  const changes = Object.keys({ ...before, ...edits })
    .filter((field) => !OWN.has(field) && !equal(edits[field], before[field]))
    .filter((field) => !Object.hasOwn(overlay, field) || equal(overlay[field], before[field]))
    .map((field): FieldChange => ({ field, ...defined({ after: ownOf(wanted, field) }) }));
  const taken = withOrcids(changes, editable(merge(original, overlay)));
  return changes.some(({ field }) => field === 'author') ? taken : { changes };
};
