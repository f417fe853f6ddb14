/** When an item turns out to be another one, staff's edits of it move to that one, except for fields that were edited there too. */
import { equal } from '../equal.ts';
import { defined, ownOf } from '../own.ts';
import { withOrcids } from './author-entries.ts';
import type { Edit } from './edit.ts';
import type { FieldChange, Overlay } from './events.ts';
import { editable, laid, merge, type Layered } from './overlay.ts';

/** What names the item is its own. */
const OWN = new Set(['id', 'DOI', 'URL']);

/** What staff made of a work. `href`: the address, if they gave it. */
export type Edits = { readonly overlay: Overlay; readonly href?: string };

/** `earlier`: as they were taken over before; only what has changed since goes over, where those still stand. */
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
