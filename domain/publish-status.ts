/** Where a record stands that websites may show: in the drawer, in the window, or in the archive. */
import { Refused } from './errors.ts';

/** Made or brought back `unpublished`, shown when `published`; `archived` ones are neither changed nor shown. */
export type PublishStatus = 'unpublished' | 'published' | 'archived';
export type Transition = 'publish' | 'unpublish' | 'archive' | 'unarchive';

const AFTER: Readonly<Record<Transition, PublishStatus>> = {
  publish: 'published',
  unpublish: 'unpublished',
  archive: 'archived',
  unarchive: 'unpublished',
};

/** Throws `Refused('conflict')` for an archived record. */
export const mustNotBeArchived = (shelf: PublishStatus, noun: string): void => {
  if (shelf === 'archived')
    throw new Refused('conflict', `${noun}_archived`, `the ${noun} is archived`, { accepted: 'unarchive it first' });
};

/** Whether the move changes anything. Throws `Refused('conflict')` for an archived record that is to stay archived. */
export const isTransition = (shelf: PublishStatus, move: Transition, noun: string): boolean => {
  if (move === 'unarchive') return shelf === 'archived';
  if (shelf === AFTER[move]) return false;
  if (move !== 'archive') mustNotBeArchived(shelf, noun);
  return true;
};
