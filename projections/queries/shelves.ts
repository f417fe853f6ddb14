/** Asking for records by where they stand: in the drawer, in the window, or in the archive. */
import type { Shelf } from '../../domain/shelf.ts';

/** `active`: all but the archived ones. */
export const SHELVES = ['active', 'published', 'unpublished', 'archived', 'all'] as const;
export type AskedShelf = (typeof SHELVES)[number];

export const shelvesOf = (asked: AskedShelf): readonly Shelf[] => {
  if (asked === 'all') return ['published', 'unpublished', 'archived'];
  return asked === 'active' ? ['published', 'unpublished'] : [asked];
};
