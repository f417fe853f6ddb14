/** The progress of the reader's long undos. */
import { api } from '../../client/session.ts';
import { JobProgress } from '../followed-jobs.tsx';
import { words as common } from '../generated/words.ts';
import { sayOutcome, undoJobs } from './undo.ts';

export const UndoProgress = () => (
  <JobProgress
    followed={undoJobs}
    read={async (id, signal) => (await api('GET /api/undos/{id}', { params: { id }, signal, inBackground: true })).body}
    textOf={({ events }) => common('undo_under_way', { count: events })}
    totalOf={({ events }) => events}
    doneOf={({ undone, unchanged, refused }) => undone + unchanged + refused}
    ended={(job, manner) => sayOutcome({ ...job, correlationId: job.id }, manner)}
  />
);
