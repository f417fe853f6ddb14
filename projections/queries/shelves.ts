/** Asking for records by where they stand: in the drawer, in the window, or in the archive. */
import type { PublishStatus } from '../../domain/publish-status.ts';

/** `active`: all but the archived ones. */
export const SHELVES = ['active', 'published', 'unpublished', 'archived', 'all'] as const;
export type AskedShelf = (typeof SHELVES)[number];

export const shelvesOf = (asked: AskedShelf): readonly PublishStatus[] => {
  if (asked === 'all') return ['published', 'unpublished', 'archived'];
  return asked === 'active' ? ['published', 'unpublished'] : [asked];
};
