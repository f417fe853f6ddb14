/** The undos that run as jobs on the server. */
import type { UndoJob } from '../../client/generated/operations.ts';
import { followedJobs } from '../followed-jobs.ts';

/** `isBack`: whether it undoes an undo. */
export type FollowedUndo = Pick<UndoJob, 'id' | 'events'> & { readonly isBack: boolean };

export const undoJobs = followedJobs<FollowedUndo>('undo jobs');

export const followUndo = ({ id, events }: UndoJob, isBack: boolean): void => undoJobs.follow({ id, events, isBack });
