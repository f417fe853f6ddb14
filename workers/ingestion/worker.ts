/** The ingestion worker: claims waiting jobs and those of dead workers, a few at a time, until it is stopped. */
import { setTimeout as pause } from 'node:timers/promises';
import { boundedCache } from '../../commands/bounded-cache.ts';
import { Unavailable } from '../../domain/errors.ts';
import type { Revision } from '../../domain/event.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import { ingestionsProjection, type IngestionRow } from '../../projections/ingestions.ts';
import type { SelectedJobs } from '../../projections/queries/ingestions.ts';
import { areLive } from '../../projections/queries/position.ts';
import type { WorkerOptions } from '../leading.ts';
import { candidatesInTurn } from './candidates.ts';
import { INGESTION } from './claim.ts';
import type { IngestionDeps } from './ports.ts';
import { workOn } from './run-job.ts';

/** `only`: these jobs; default all. */
type IngestionOptions = WorkerOptions & { readonly only?: SelectedJobs };

/** A job reads these rows to find what a list has lost. */
const NEEDED = [ingestionsProjection, catalogue];
const JOBS_AT_ONCE = 3;
const POLL_MS = 300;
/** By then a lagging row may have caught up, or another worker's lease may have expired. */
const TRY_AGAIN_MS = 5_000;
/** Holds every row that can be tried within that time. */
const TRIED_BYTES = 1024 * 1024;
const NUMBER_BYTES = 8;

/** Resolves when the signal is aborted and all running jobs have ended. */
export const runIngestionWorker = async (deps: IngestionDeps, { name, signal, only, waits }: IngestionOptions) => {
  const running = new Map<string, Promise<void>>();
  /** The revision of each row that was tried: until the row changes, its job is done or cannot be claimed. */
  const tried = boundedCache<Revision>({
    key: 'workspace',
    maxBytes: TRIED_BYTES,
    sizeOf: () => NUMBER_BYTES,
    ttlMs: TRY_AGAIN_MS,
  });
  /** Rows of this round: one whose store is unavailable is tried again in the next. */
  const seen = new Set<string>();
  const isPassedOver = ({ id, jobId, revision }: IngestionRow): boolean =>
    running.has(jobId) || seen.has(id) || (tried.get(id) ?? -1) >= revision;
  const candidates = candidatesInTurn(deps, only, isPassedOver);
  const logFailure = (error: unknown): void => {
    if (error instanceof Unavailable) waits(INGESTION, error);
    else deps.log.error({ worker: name, err: error }, 'a round of ingestion failed');
  };

  let lookAgain = new AbortController();
  const work = async (row: IngestionRow): Promise<void> => {
    const isDone = await workOn(deps, row, { name, signal, waits }).catch((error: unknown) => {
      if (error instanceof Unavailable) throw error;
      logFailure(error);
      return false;
    });
    tried.set(row.id, row.revision);
    // Polls again at once only after a job: if another worker has it, that would be useless.
    if (!isDone) return;
    waits(INGESTION, null);
    lookAgain.abort();
  };
  const start = (row: IngestionRow): void => {
    seen.add(row.id);
    const job = work(row)
      .catch(logFailure)
      .finally(() => running.delete(row.jobId));
    running.set(row.jobId, job);
  };

  const round = async (): Promise<void> => {
    const isLive = await areLive(deps.readModels, NEEDED);
    let isIdle = running.size === 0;
    seen.clear();
    if (isLive && running.size < JOBS_AT_ONCE)
      for await (const row of candidates()) {
        if (signal.aborted) return;
        isIdle = false;
        start(row);
        if (running.size >= JOBS_AT_ONCE) return;
      }
    // A round only reads: while there are jobs, their outcome counts.
    if (isIdle) waits(INGESTION, null);
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
