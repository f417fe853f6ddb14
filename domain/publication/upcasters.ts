/** Upcasts earlier shapes of publications' events to the current ones. */
import { pointerTo, type Change } from '../changes/change.ts';
import type { Json } from '../json.ts';
import { to, type Reshapings } from '../reshaping.ts';
import { takenBack } from './edit.ts';
import type { FieldChange, LinkBasis, OverlayChanges } from './events.ts';

type Rest = { readonly [field: string]: Json };
type ByField = Rest & { readonly changes: readonly FieldChange[] };
type Overlaying = ByField & { readonly overlay: OverlayChanges };

/** Changes were whole top-level fields, by name. */
const byPath = (changes: readonly FieldChange[]): readonly Change[] =>
  changes.map(({ field, ...sides }) => ({ path: pointerTo(field), ...sides }));

export const refreshedByField = ({ changes, ...rest }: ByField) => ({ ...rest, changes: byPath(changes) });

/** An edit recorded the resulting overlay, which is kept. */
export const editedByField = ({ changes, overlay, ...rest }: Overlaying) => ({
  ...rest,
  changes: byPath(changes),
  reverted: takenBack(overlay),
  overlay,
});

/** Each link used to be a separate event. */
export const linkedOne = ({ orcid, basis }: { readonly orcid: string; readonly basis: LinkBasis }) => ({
  links: [{ basis, orcids: [orcid] }],
});

export const publicationShapes: Reshapings['up'] = {
  'PublicationRefreshed@1': to('PublicationRefreshed@2', (data: ByField) => ({
    ...refreshedByField(data),
    perhapsPart: true,
  })),
  'PublicationEdited@1': to('PublicationEdited@2', editedByField),
  'AuthorLinked@1': to('AuthorLinked@2', linkedOne),
  'AuthorUnlinked@1': to('AuthorUnlinked@2', linkedOne),
};
