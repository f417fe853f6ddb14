/** Executes batches of publication commands. */
import type { Deps } from '../../commands/handle.ts';
import { act } from '../../commands/publication-batches/act.ts';
import { batches, carriedOut, countedIn, nextOf, type Batch } from '../../commands/publication-batches/batches.ts';
import type { Log, StateStore } from '../../commands/ports.ts';
import { RightsEnded } from '../../commands/rights.ts';
import type { ReadModels } from '../../projections/ports.ts';
import type { WorkerOptions } from '../leading.ts';
import { callerOf, runLongJobs } from '../long-jobs.ts';

export type BatchWorkerDeps = Pick<Deps, 'events' | 'clock' | 'watchCommand'> & { readonly state: StateStore };

/** Yields the saved batch after each part. `goOn` is called before each publication; if it throws, the rest is left. */
export const carryOut = async function* (
  deps: BatchWorkerDeps,
  queued: Batch,
  { goOn = () => Promise.resolve() }: { readonly goOn?: () => Promise<void> } = {},
): AsyncGenerator<Batch, void, undefined> {
  for (let batch = queued; batch.finishedAt === null;) {
    const dois = await nextOf(deps.state, batch);
    let { counts } = batch;
    for (const doi of dois) {
      try {
        await goOn();
      } catch (error) {
        if (error instanceof RightsEnded) await batches.save(deps.state, { ...batch, counts });
        throw error;
      }
      counts = countedIn((await act(deps, [doi], batch.action, callerOf(batch))).outcomes, counts);
    }
    const isOver = dois.length === 0 || carriedOut({ counts }) >= batch.total;
    const status = isOver ? 'succeeded' : 'running';
    batch = { ...batch, counts, status, finishedAt: isOver ? deps.clock.now() : null };
    await batches.save(deps.state, batch);
    yield batch;
  }
};

/** Resolves when the signal is aborted and the running batch has stopped. */
export const runBatchWorker = (
  deps: BatchWorkerDeps & { readonly log: Log; readonly readModels: ReadModels },
  worker: WorkerOptions,
): Promise<void> =>
  runLongJobs(
    deps,
    {
      lease: 'publication-batches',
      what: 'a batch of publications',
      jobs: batches,
      carryOut: (batch, goOn) => carryOut(deps, batch, { goOn }),
    },
    worker,
  );
