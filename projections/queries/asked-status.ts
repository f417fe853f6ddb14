/** The publish status by which a listing of records is filtered. */
import type { PublishStatus } from '../../domain/publish-status.ts';

/** `active`: all but archived records. */
export const ASKED_STATUSES = ['active', 'published', 'unpublished', 'archived', 'all'] as const;
export type StatusFilter = (typeof ASKED_STATUSES)[number];

export const statusesOf = (asked: StatusFilter): readonly PublishStatus[] => {
  if (asked === 'all') return ['published', 'unpublished', 'archived'];
  return asked === 'active' ? ['published', 'unpublished'] : [asked];
};
