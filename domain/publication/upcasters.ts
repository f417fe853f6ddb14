/** The shapes that events of publications had, brought to those of today. */
import { pointerTo, type Change } from '../changes/change.ts';
import type { Json } from '../json.ts';
import { shape, type Reshapings, type Shape } from '../reshaping.ts';
import { takenBack } from './edit.ts';
import type { FieldChange, LinkBasis, OverlayChange } from './events.ts';

type Rest = { readonly [field: string]: Json };
type ByField = Rest & { readonly changes: readonly FieldChange[] };
type Overlaying = ByField & { readonly overlay: Readonly<Record<string, OverlayChange>> };

/** Changes were of whole top-level fields, by name. */
const byPath = (changes: readonly FieldChange[]): readonly Change[] =>
  changes.map(({ field, ...sides }) => ({ path: pointerTo(field), ...sides }));

export const refreshedByField = ({ changes, ...rest }: ByField) => ({ ...rest, changes: byPath(changes) });

/** An edit said what the overlay holds afterwards, which stands. */
export const editedByField = ({ changes, overlay, ...rest }: Overlaying) => ({
  ...rest,
  changes: byPath(changes),
  reverted: takenBack(overlay),
  overlay,
});

/** A link was an event of its own. */
export const linkedOne = ({ orcid, basis }: { readonly orcid: string; readonly basis: LinkBasis }) => ({
  links: [{ basis, orcids: [orcid] }],
});

export const publicationShapes: Reshapings['up'] = {
  'PublicationRefreshed@1': (data: ByField): readonly Shape[] => [
    shape('PublicationRefreshed@2', { ...refreshedByField(data), perhapsPart: true }),
  ],
  'PublicationEdited@1': (data: Overlaying): readonly Shape[] => [shape('PublicationEdited@2', editedByField(data))],
  'AuthorLinked@1': (data: Parameters<typeof linkedOne>[0]): readonly Shape[] => [
    shape('AuthorLinked@2', linkedOne(data)),
  ],
  'AuthorUnlinked@1': (data: Parameters<typeof linkedOne>[0]): readonly Shape[] => [
    shape('AuthorUnlinked@2', linkedOne(data)),
  ],
};
