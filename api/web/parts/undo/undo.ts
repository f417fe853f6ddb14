/** Undoes causes and reports the outcome. */
import type { UndoJob } from '../../client/generated/operations.ts';
import { noticeChanges } from '../../client/live.ts';
import { api } from '../../client/session.ts';
import { attempt, showToast, type Toast } from '../toast.tsx';
import { words as common } from '../generated/words.ts';
import { followedJobs } from '../followed-jobs.tsx';

type Manner = {
  /** This undoes an undo. */
  readonly isBack?: boolean | undefined;
  /** What is undone, in words: several outcomes may be shown together. */
  readonly what?: string | undefined;
};

type FollowedUndo = Pick<UndoJob, 'id' | 'events'> & Manner;

export const undoJobs = followedJobs<FollowedUndo>('undo jobs');

export type Outcome = {
  readonly undone: number;
  readonly refused: number;
  /** How many of `refused` only record, sum up or follow from the others; they are not reported as not undone. */
  readonly steps: number;
  /** The cause of the undo itself, with which it can be undone. */
  readonly correlationId: string;
};

export const sayOutcome = (
  { undone, refused, steps, correlationId }: Outcome,
  { isBack = false, what }: Manner = {},
): void => {
  const left = refused - steps;
  const outcome = isBack ? common('brought_back') : common('undone', { count: undone });
  const done = undone === 0 ? common('nothing_undone') : outcome;
  const told = what === undefined ? done : `${done}: ${what}`;
  const stays = left === 0 ? [] : [common('left_as_is', { count: left })];
  showToast({
    kind: left === 0 ? 'done' : 'failed',
    text: (undone === 0 && left > 0 ? stays : [told, ...stays]).join('. '),
    ...(!isBack && undone > 0 && { action: undoing(correlationId, { isBack: true, what }) }),
  });
  void noticeChanges();
};

/** Undoes everything the cause did; if the server makes it a job, the job is followed. Rejects with a `Failure`. */
export const undoCause = async (cause: string, manner: Manner = {}): Promise<void> => {
  const { body } = await api('POST /api/activity/causes/{correlation_id}/undo', {
    params: { correlation_id: cause },
    body: {},
  });
  if ('results' in body) sayOutcome({ ...body, correlationId: body.correlation_id }, manner);
  else undoJobs.follow({ id: body.id, events: body.events, ...manner });
};

type Options = Manner & {
  readonly then?: () => unknown;
};

/** Shows what was done, with an “Undo” if the cause is known. */
export const sayDone = (text: string, cause: string | null): void =>
  showToast({ text, ...(cause !== null && { action: undoing(cause, { what: text }) }) });

export const undoing = (cause: string, { then, ...manner }: Options = {}): NonNullable<Toast['action']> => ({
  label: common('undo'),
  run: () => attempt(() => undoCause(cause, manner), { then }),
});
