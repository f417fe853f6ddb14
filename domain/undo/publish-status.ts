/** Putting a record that websites may show back where it stood. */
import type { Transition, PublishStatus } from '../publish-status.ts';

export const STATUS = '/status';

const WAYS: Readonly<Record<PublishStatus, Transition>> = {
  unpublished: 'unpublish',
  published: 'publish',
  archived: 'archive',
};

/** The moves that lead there: out of the archive a record comes unpublished. */
export const transitionsTo = (to: PublishStatus, from: PublishStatus): readonly Transition[] => {
  if (to === from) return [];
  if (from !== 'archived') return [WAYS[to]];
  return to === 'unpublished' ? ['unarchive'] : ['unarchive', WAYS[to]];
};
