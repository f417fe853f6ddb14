/** Why a cleanup is not undone. */
import { cannot, type NotUndoable } from '../undo/inverse.ts';
import type { TimelineEvent } from './events.ts';

export const timelineUndo: NotUndoable<TimelineEvent> = {
  TimelineCleaned: cannot(
    'What was hidden from the timeline stays in the log, and in the histories of publications and people.',
  ),
};
