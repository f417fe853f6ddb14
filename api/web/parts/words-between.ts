/** Compares two texts word by word. Loaded when the first difference is shown. */
import { diffWordsWithSpace } from 'diff';

export type Piece = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string };

/** Texts that differ in more words have little in common, and are shown one after the other. */
const MOST_EDITS = 400;

/** In reading order, removed words before those that replace them. */
export const wordsBetween = (before: string, after: string): readonly Piece[] => {
  const found = diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS });
  const pieces: readonly Piece[] = (
    found ?? [
      { value: before, removed: true, added: false },
      { value: after, removed: false, added: true },
    ]
  ).map(({ value, removed, added }) => ({ kind: removed ? 'removed' : added ? 'added' : 'same', text: value }));
  return pieces.filter(({ text }) => text !== '');
};
