/** What differs between two texts, word by word. Loaded when a difference is first shown. */
import { diffWordsWithSpace } from 'diff';

export type Piece = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string };

/** Texts that differ in more words than this have little in common: they are shown one after the other. */
const MOST_EDITS = 400;

/** In reading order; what was removed stands before what was added in its place. */
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
