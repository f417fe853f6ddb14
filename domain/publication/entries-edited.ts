/** What an edit changes in the authors and in `custom`, which outside the domain holds the authors' iDs. */
import type { Fields } from '../changes/change.ts';
import { namesIn, orcidsListed, orcidsOf, withTheseOrcids, withOrcidsInside, type Orcids } from './author-entries.ts';
import type { FieldChange, Overlay } from './events.ts';
import { editable, fieldsChanged, fieldsOf, isOfEntries, merge, type Layered } from './overlay.ts';

/** Removing all of `custom` also removes the iDs; a `custom` without the list leaves them open. */
const saidIn = (changes: readonly FieldChange[]): Orcids | null => {
  const custom = changes.find(({ field }) => field === 'custom');
  if (custom === undefined) return null;
  return custom.after === undefined ? [] : orcidsListed(custom);
};

const ofEntries = ({ author, custom }: Fields): Fields => ({ author, custom });

/**
 * The changes in the form of `editable`. `base`: the overlay without reverted edits. `orcids`: the iDs of the authors, place by
 * place; default: those in `custom`, if it gives others, else they follow the authors.
 */
export const entriesEdited = (
  { original, overlay }: Layered,
  base: Overlay,
  changes: readonly FieldChange[],
  orcids?: Orcids,
): readonly FieldChange[] => {
  if (orcids === undefined && !changes.some(({ field }) => isOfEntries(field))) return [];
  const shown = fieldsOf(merge(original, base));
  const next: Fields = { ...shown, ...Object.fromEntries(changes.map(({ field, after }) => [field, after])) };
  const isWritten = changes.some(({ field }) => field === 'author');
  const before = isWritten ? editable(merge(original, overlay)) : withOrcidsInside(shown);
  const of = orcids ?? orcidsOf({ said: saidIn(changes), now: namesIn(next), before, provided: editable(original) });
  return fieldsChanged(ofEntries(withOrcidsInside(shown)), ofEntries(withTheseOrcids(next, of)));
};
