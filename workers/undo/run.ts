/** Runs long undos. */
import { readingUntil } from '../../commands/long-reads.ts';
import { undoJobs, type UndoJob } from '../../commands/undo/jobs.ts';
import { undoInBatches } from '../../commands/undo/undo-cause.ts';
import type { UndoDeps } from '../../commands/undo/undo-stream.ts';
import { withAdminCheck } from '../../projections/queries/members.ts';
import { eventsOfCause } from '../../projections/queries/timeline-causes.ts';
import type { ReadModels } from '../../projections/ports.ts';
import type { WorkerOptions } from '../leading.ts';
import { callerOf, runLongJobs } from '../long-jobs.ts';

export type UndoWorkerDeps = Omit<UndoDeps, 'hasOtherAdmin'> & { readonly readModels: ReadModels };

/** Yields the job as recorded after each batch, of `size` events. */
export const carryOut = async function* (
  deps: UndoWorkerDeps,
  job: UndoJob,
  options: { readonly size?: number } = {},
): AsyncGenerator<UndoJob, void, undefined> {
  const { workspace, cause, upTo, role, requestedAt: at, fields } = job;
  const asked = { cause, upTo, by: { role, at }, fields: fields ?? undefined, dryRun: false };
  const read = eventsOfCause(deps.readModels, workspace, cause);
  const batches = undoInBatches(withAdminCheck(deps), read, asked, callerOf(job, cause), { from: job, ...options });
  for await (const { progress, isLast } of batches) {
    const next: UndoJob = {
      ...job,
      ...progress,
      status: isLast ? 'succeeded' : 'running',
      finishedAt: isLast ? deps.clock.now() : null,
    };
    await undoJobs.save(deps.state, next);
    yield next;
  }
};

/** Resolves when the signal is aborted and no undo is running. */
export const runUndoWorker = (deps: UndoWorkerDeps, worker: WorkerOptions): Promise<void> =>
  runLongJobs(
    deps,
    {
      lease: 'undo',
      what: 'undoing',
      waiting: () => undoJobs.waiting(deps.state),
      carryOut: (job, leading) => carryOut({ ...deps, events: readingUntil(deps.events, leading) }, job),
    },
    worker,
  );
