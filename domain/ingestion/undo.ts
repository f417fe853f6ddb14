/** Why jobs are not undone. */
import { cannot, step, type NotUndoable } from '../undo/inverse.ts';
import type { IngestionEvent } from './events.ts';

const JOB = step('A job itself cannot be undone; undo what it changed, by its cause.');

export const ingestionUndo: NotUndoable<IngestionEvent> = {
  IngestionQueued: JOB,
  IngestionStarted: JOB,
  IngestionTakenOver: JOB,
  IngestionProgressed: JOB,
  IngestionRetried: JOB,
  IngestionSucceeded: JOB,
  IngestionFailed: JOB,
  IngestionForceFailed: cannot('The job has ended; queue the iD again.'),
  IngestionReset: cannot('Jobs that were reset stay reset; queue the iD again.'),
};
