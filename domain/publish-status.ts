/** The status of a record that websites may show: in preparation, public, or archived. */
import { Refused } from './errors.ts';

/** Records are created and restored as `unpublished`, and public when `published`; `archived` ones are neither changed nor shown. */
export type PublishStatus = 'unpublished' | 'published' | 'archived';
export type Transition = 'publish' | 'unpublish' | 'archive' | 'unarchive';

export const STATUS_AFTER: Readonly<Record<Transition, PublishStatus>> = {
  publish: 'published',
  unpublish: 'unpublished',
  archive: 'archived',
  unarchive: 'unpublished',
};

/** Throws `Refused('conflict')` for an archived record. */
export const mustNotBeArchived = (status: PublishStatus, noun: string): void => {
  if (status === 'archived')
    throw new Refused('conflict', `${noun}_archived`, `the ${noun} is archived`, { accepted: 'unarchive it first' });
};

/** Whether the transition changes anything. Throws `Refused('conflict')` for an archived record that is to stay archived. */
export const isTransition = (status: PublishStatus, transition: Transition, noun: string): boolean => {
  if (transition === 'unarchive') return status === 'archived';
  if (status === STATUS_AFTER[transition]) return false;
  if (transition !== 'archive') mustNotBeArchived(status, noun);
  return true;
};

/** The transitions from one status to another; leaving the archive makes a record unpublished. */
export const transitionsTo = (to: PublishStatus, from: PublishStatus): readonly Transition[] => {
  if (to === from) return [];
  if (from === 'archived') return ['unarchive', ...transitionsTo(to, 'unpublished')];
  return (['publish', 'unpublish', 'archive'] as const).filter((move) => STATUS_AFTER[move] === to);
};
