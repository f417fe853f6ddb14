/** Undos that the server carries out as jobs. */
import type { UndoJob } from '../../client/generated/operations.ts';
import { followedJobs } from '../followed-jobs.ts';

/** `isBack`: it undoes an undo. */
export type FollowedUndo = Pick<UndoJob, 'id' | 'events'> & { readonly isBack: boolean };

export const undoJobs = followedJobs<FollowedUndo>('undo jobs');

export const followUndo = ({ id, events }: UndoJob, isBack: boolean): void => undoJobs.follow({ id, events, isBack });
