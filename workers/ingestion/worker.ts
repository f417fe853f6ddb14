/** The ingestion worker: claims waiting jobs and those that a dead worker left, a few at a time, until it is stopped. */
import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '../../domain/errors.ts';
import { ingestionsProjection, type IngestionRow } from '../../projections/ingestions.ts';
import { claimableJobs, quietJobs } from '../../projections/queries/ingestions.ts';
import { areLive } from '../../projections/queries/position.ts';
import type { WorkerOptions } from '../leading.ts';
import type { IngestionDeps } from './deps.ts';
import { workOn } from './work-on.ts';

/** `only`: the jobs with these ids; default all. */
type IngestionOptions = WorkerOptions & { readonly only?: ReadonlySet<string> };

const JOBS_AT_ONCE = 3;
const POLL_MS = 300;
const LOOK_AHEAD = 50;
/** A job that has just moved is in somebody's hands. */
const QUIET_MS = 2_000;

const candidates = async (
  { readModels, clock }: IngestionDeps,
  only: ReadonlySet<string> | undefined,
): Promise<readonly IngestionRow[]> => {
  if (!(await areLive(readModels, [ingestionsProjection]))) return [];
  const now = clock.now();
  const limit = only === undefined ? LOOK_AHEAD : Math.max(LOOK_AHEAD, only.size * 4);
  // Of a few jobs that somebody waits for, the leases are asked at once.
  const before = only === undefined ? now - QUIET_MS : now;
  const rows = [
    ...(await claimableJobs(readModels, { now, limit })),
    ...(await quietJobs(readModels, { now, before, limit })),
  ];
  return only === undefined ? rows : rows.filter(({ jobId }) => only.has(jobId));
};

/** Resolves when the signal is aborted and nothing is under way any more. */
export const runIngestionWorker = async (
  deps: IngestionDeps,
  { name, signal, only }: IngestionOptions,
): Promise<void> => {
  const running = new Map<string, Promise<void>>();
  const away = (error: unknown): void => {
    if (error instanceof Unavailable)
      deps.log.warn({ worker: name, what: error.what, err: error }, 'ingestion waits for a store');
    else deps.log.error({ worker: name, err: error }, 'a round of ingestion failed');
  };

  let lookAgain = new AbortController();
  const work = async (row: IngestionRow): Promise<void> => {
    // If another worker has it, looking again at once gains nothing.
    if (await workOn(deps, row, { worker: name, signal })) lookAgain.abort();
  };

  const round = async (): Promise<void> => {
    for (const row of await candidates(deps, only)) {
      if (running.size >= JOBS_AT_ONCE || signal.aborted) return;
      if (running.has(row.jobId)) continue;
      const job = work(row)
        .catch(away)
        .finally(() => running.delete(row.jobId));
      running.set(row.jobId, job);
    }
  };

  let left = 0;
  // Not a signal made of both for each rest: the one that lives for years would keep a record of every one of them.
  const stopLooking = (): void => {
    // Counted at once, for jobs that are cut off may have ended before a round that is under way has.
    left = running.size;
    lookAgain.abort();
  };
  signal.addEventListener('abort', stopLooking, { once: true });
  while (!signal.aborted) {
    await round().catch(away);
    if (signal.aborted) break;
    lookAgain = new AbortController();
    await pause(POLL_MS * (0.5 + Math.random()), undefined, { signal: lookAgain.signal }).catch(() => undefined);
  }
  signal.removeEventListener('abort', stopLooking);
  await Promise.allSettled(running.values());
  if (left > 0) deps.log.info({ worker: name, jobs: left }, 'jobs under way are left to the next worker');
};
