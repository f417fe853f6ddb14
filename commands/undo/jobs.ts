/** Long undos, kept in the state store so that any worker can resume the undo of one that died. Their changes are events. */
import { equal } from '../../domain/equal.ts';
import type { Position } from '../../domain/event.ts';
import { isAtLeast } from '../../domain/member/events.ts';
import type { Caller } from '../caller.ts';
import { longJobs, type LongJob } from '../long-jobs.ts';
import type { StateStore } from '../ports.ts';
import { notBegun, type CauseToUndo, type Progress } from './undo-cause.ts';

/** `total`: the events of the cause. */
export type UndoJob = LongJob &
  Progress & {
    readonly cause: string;
    readonly fields: readonly string[] | null;
    /** Later events of the cause are not undone. */
    readonly upTo: Position;
  };

export const undoJobs = longJobs<UndoJob>('undo');

/** Restarts unfinished undos; what has been undone is not undone twice. */
export const startUndosOver = async (state: Pick<StateStore, 'get' | 'list' | 'put' | 'remove'>): Promise<void> => {
  for await (const job of undoJobs.waiting(state)) await undoJobs.save(state, { ...job, ...notBegun(job.upTo) });
};

/**
 * Returns the new job, or a running one for the same cause and fields with at least the same role. Throws `Refused('conflict')`
 * if another undo was queued with the same correlation id, which this one would replace.
 */
export const queueUndo = async (
  { state }: { readonly state: StateStore },
  { cause, upTo, by, fields }: Omit<CauseToUndo, 'dryRun'>,
  total: number,
  { workspace, actor, correlationId: id }: Caller,
): Promise<UndoJob> => {
  const isSame = (job: UndoJob): boolean =>
    job.cause === cause && equal(job.fields, fields ?? null) && isAtLeast(job.role, by.role);
  for await (const job of undoJobs.waiting(state, workspace)) if (isSame(job)) return job;
  const known = await undoJobs.queuedBefore(state, { workspace, id, actor }, isSame);
  if (known !== null) return known;
  const job: UndoJob = {
    ...{ id, workspace, cause, fields: fields ?? null, actor, role: by.role, requestedAt: by.at, finishedAt: null },
    ...{ status: 'queued', error: null, upTo, total, ...notBegun(upTo) },
  };
  await undoJobs.queue(state, job);
  return job;
};
