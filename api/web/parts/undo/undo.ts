/** Undoes causes and reports the outcome. */
import type { UndoJob } from '../../client/generated/operations.ts';
import { noticeChanges } from '../../client/live.ts';
import { api } from '../../client/session.ts';
import { attempt, say, type Toast } from '../toast.tsx';
import { common } from '../words.ts';
import { followedJobs } from '../followed-jobs.tsx';

type FollowedUndo = Pick<UndoJob, 'id' | 'events'> & {
  /** It undoes an undo. */
  readonly isBack: boolean;
};

/** The undos that run as jobs on the server. */
export const undoJobs = followedJobs<FollowedUndo>('undo jobs');

export type Outcome = {
  readonly undone: number;
  readonly refused: number;
  /** Of those refused: the steps of a job, which are not reported as left. */
  readonly steps: number;
  /** The cause of the undo itself, which undoes it. */
  readonly correlationId: string;
};

/** `isBack`: an undo was undone. */
export const sayOutcome = ({ undone, refused, steps, correlationId }: Outcome, isBack = false): void => {
  const left = refused - steps;
  const done = isBack ? common('brought_back') : common('undone', { count: undone });
  say({
    kind: left === 0 ? 'done' : 'failed',
    text: left === 0 ? done : `${done}. ${common('left_as_is', { count: left })}`,
    ...(!isBack && undone > 0 && { action: undoing(correlationId, { isBack: true }) }),
  });
  void noticeChanges();
};

/** Undoes everything the cause did; if the server makes it a job, the job is followed. Rejects with a `Failure`. */
export const undoCause = async (cause: string, isBack = false): Promise<void> => {
  const { body } = await api('POST /api/activity/causes/{correlation_id}/undo', {
    params: { correlation_id: cause },
    body: {},
  });
  if ('results' in body) sayOutcome({ ...body, correlationId: body.correlation_id }, isBack);
  else undoJobs.follow({ id: body.id, events: body.events, isBack });
};

type Options = {
  readonly isBack?: boolean;
  /** Called afterwards, whether it succeeded or not. */
  readonly then?: () => unknown;
};

/** Says what was done, with its undo if the cause is known. */
export const sayDone = (text: string, cause: string | null): void =>
  say({ text, ...(cause !== null && { action: undoing(cause) }) });

/** The “Undo” of a toast. */
export const undoing = (cause: string, { isBack, then }: Options = {}): NonNullable<Toast['action']> => ({
  label: common('undo'),
  run: () => attempt(() => undoCause(cause, isBack), { then }),
});
