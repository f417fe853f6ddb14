/** Executes batches of publication commands. */
import type { Deps } from '../../commands/handle.ts';
import { act } from '../../commands/publication-batches/act.ts';
import {
  batches,
  carriedOut,
  countedIn,
  nextOf,
  saveBatch,
  type Batch,
} from '../../commands/publication-batches/batches.ts';
import type { Log, StateStore } from '../../commands/ports.ts';
import type { WorkerOptions } from '../leading.ts';
import { callerOf, runLongJobs } from '../long-jobs.ts';

export type BatchWorkerDeps = Pick<Deps, 'events' | 'clock' | 'watchCommand'> & { readonly state: StateStore };

/** Yields the saved batch after each part. */
export const carryOut = async function* (deps: BatchWorkerDeps, queued: Batch): AsyncGenerator<Batch, void, undefined> {
  for (let batch = queued; batch.finishedAt === null;) {
    const dois = await nextOf(deps.state, batch);
    const { outcomes } = await act(deps, dois, batch.action, callerOf(batch));
    const counts = countedIn(outcomes, batch.counts);
    const isOver = dois.length === 0 || carriedOut({ counts }) >= batch.total;
    const status = isOver ? 'succeeded' : 'running';
    batch = { ...batch, counts, status, finishedAt: isOver ? deps.clock.now() : null };
    await saveBatch(deps.state, batch);
    yield batch;
  }
};

/** Resolves when the signal is aborted and the running batch has stopped. */
export const runBatchWorker = (deps: BatchWorkerDeps & { readonly log: Log }, worker: WorkerOptions): Promise<void> =>
  runLongJobs(
    deps,
    {
      lease: 'publication-batches',
      what: 'a batch of publications',
      waiting: () => batches.waiting(deps.state),
      carryOut: (batch) => carryOut(deps, batch),
    },
    worker,
  );
