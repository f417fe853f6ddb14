/** Putting a record that websites may show back where it stood. */
import type { Move, Shelf } from '../shelf.ts';

export const STATUS = '/status';

const WAYS: Readonly<Record<Shelf, Move>> = { unpublished: 'unpublish', published: 'publish', archived: 'archive' };

/** The moves that lead there: out of the archive a record comes unpublished. */
export const movesTo = (to: Shelf, from: Shelf): readonly Move[] => {
  if (to === from) return [];
  if (from !== 'archived') return [WAYS[to]];
  return to === 'unpublished' ? ['unarchive'] : ['unarchive', WAYS[to]];
};
