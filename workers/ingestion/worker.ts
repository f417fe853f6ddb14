/** The ingestion worker: claims waiting jobs and those of dead workers, a few at a time, until it is stopped. */
import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '../../domain/errors.ts';
import { ingestionsProjection, type IngestionRow } from '../../projections/ingestions.ts';
import { claimableJobs, quietJobs, selectedJobs, type SelectedJobs } from '../../projections/queries/ingestions.ts';
import { areLive } from '../../projections/queries/position.ts';
import type { WorkerOptions } from '../leading.ts';
import { INGESTION } from './claim.ts';
import type { IngestionDeps } from './deps.ts';
import { workOn } from './work-on.ts';

/** `only`: these jobs; default all. */
type IngestionOptions = WorkerOptions & { readonly only?: SelectedJobs };

const JOBS_AT_ONCE = 3;
const POLL_MS = 300;
const ROWS_PER_ROUND = 50;
/** A job whose row has just changed is still held by its worker. */
const QUIET_MS = 2_000;

const candidates = async (
  { readModels, clock }: IngestionDeps,
  only: SelectedJobs | undefined,
): Promise<readonly IngestionRow[]> => {
  if (!(await areLive(readModels, [ingestionsProjection]))) return [];
  const now = clock.now();
  // A caller waits for selected jobs: no backlog may hide them, and their leases are checked without a delay.
  if (only !== undefined) return selectedJobs(readModels, only, now);
  return [
    ...(await claimableJobs(readModels, { now, limit: ROWS_PER_ROUND })),
    ...(await quietJobs(readModels, { now, before: now - QUIET_MS, limit: ROWS_PER_ROUND })),
  ];
};

/** Resolves when the signal is aborted and all running jobs have ended. */
export const runIngestionWorker = async (
  deps: IngestionDeps,
  { name, signal, only, waits }: IngestionOptions,
): Promise<void> => {
  const running = new Map<string, Promise<void>>();
  const logFailure = (error: unknown): void => {
    if (error instanceof Unavailable) waits(INGESTION, error);
    else deps.log.error({ worker: name, err: error }, 'a round of ingestion failed');
  };

  let lookAgain = new AbortController();
  const work = async (row: IngestionRow): Promise<void> => {
    // Polls again at once only after a job: if another worker has it, that would be useless.
    if (!(await workOn(deps, row, { name, signal, waits }))) return;
    waits(INGESTION, null);
    lookAgain.abort();
  };

  const round = async (): Promise<void> => {
    const rows = await candidates(deps, only);
    // A round only reads: while there are jobs, their outcome counts.
    if (rows.length === 0 && running.size === 0) waits(INGESTION, null);
    for (const row of rows) {
      if (running.size >= JOBS_AT_ONCE || signal.aborted) return;
      if (running.has(row.jobId)) continue;
      const job = work(row)
        .catch(logFailure)
        .finally(() => running.delete(row.jobId));
      running.set(row.jobId, job);
    }
  };

  let left = 0;
  // `AbortSignal.any` per pause would leak: the long-lived signal keeps a reference to every combined one.
  const stopLooking = (): void => {
    // Counted now, because interrupted jobs may end before the current round does.
    left = running.size;
    lookAgain.abort();
  };
  signal.addEventListener('abort', stopLooking, { once: true });
  while (!signal.aborted) {
    await round().catch(logFailure);
    if (signal.aborted) break;
    lookAgain = new AbortController();
    await pause(POLL_MS * (0.5 + Math.random()), undefined, { signal: lookAgain.signal }).catch(() => undefined);
  }
  signal.removeEventListener('abort', stopLooking);
  await Promise.allSettled(running.values());
  if (left > 0) deps.log.info({ worker: name, jobs: left }, 'running jobs are left to the next worker');
};
