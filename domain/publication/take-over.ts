/** When an item turns out to be another one, staff's edits of it move to that one, except for fields that were edited there too. */
import type { CslItem } from '../csl.ts';
import { withOrcids, type Orcids } from './author-entries.ts';
import type { FieldChange, Overlay } from './events.ts';
import { editable, merge } from './overlay.ts';

type Overlaid = { readonly original: CslItem; readonly overlay: Overlay };
type Taken = { readonly changes: readonly FieldChange[]; readonly orcids?: Orcids };

/** What names the item is its own. */
const OWN = new Set(['id', 'DOI', 'URL']);

export const takenOverBy = ({ original, overlay }: Overlaid, edits: Overlay): Taken => {
  const changes = Object.entries(edits)
    .filter(([field]) => !OWN.has(field) && !Object.hasOwn(overlay, field))
    .map(([field, put]): FieldChange => ({ field, ...('value' in put ? { after: put.value } : {}) }));
  const taken = withOrcids(changes, editable(merge(original, overlay)));
  return changes.some(({ field }) => field === 'author') ? taken : { changes };
};
