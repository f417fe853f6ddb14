/** Carries long undos out, one after the other, by one leader over all processes; another goes on where it stopped. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../../commands/caller.ts';
import type { Log } from '../../commands/ports.ts';
import { saveUndo, waitingUndos, type UndoJob } from '../../commands/undo/jobs.ts';
import { counted, undoBatch } from '../../commands/undo/undo-cause.ts';
import type { UndoDeps } from '../../commands/undo/undo-stream.ts';
import { Unavailable } from '../../domain/errors.ts';
import { eventsOfCause } from '../../projections/queries/timeline-causes.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { whileLeading } from '../lease.ts';

export type UndoWorkerDeps = UndoDeps & { readonly readModels: ReadModels; readonly log: Log };

export type UndoWorkerOptions = {
  /** Unique among all workers. */
  readonly name: string;
  readonly signal: AbortSignal;
  readonly everyMs?: number;
  readonly leaseMs?: number;
  /** Events between two records of how far it has come. */
  readonly batch?: number;
};

const EVERY_MS = 500;
const LEASE_MS = 10_000;
const BATCH = 200;

export const callerOf = ({ id, workspace, actor, cause }: UndoJob): Caller => ({
  workspace,
  actor,
  correlationId: id,
  causationId: cause,
  commandId: id,
});

/** One batch further; the job as it is then on record. */
export const advanceUndo = async (deps: UndoWorkerDeps, job: UndoJob, size = BATCH): Promise<UndoJob> => {
  const { workspace, cause, upTo, role, requestedAt: at, fields } = job;
  const rows = await eventsOfCause(deps.readModels, workspace, cause, { before: job.before, size });
  const asked = { cause, upTo, by: { role, at }, fields: fields ?? undefined, dryRun: false };
  const { outcomes } = await undoBatch(deps, rows, asked, callerOf(job));
  const last = rows.at(-1);
  const isOver = rows.length < size;
  const next: UndoJob = {
    ...job,
    counts: counted(outcomes, job.counts),
    before: last === undefined ? job.before : last.place,
    status: isOver ? 'succeeded' : 'running',
    finishedAt: isOver ? deps.clock.now() : null,
  };
  await saveUndo(deps, next);
  return next;
};

const lead = async (
  deps: UndoWorkerDeps,
  { everyMs = EVERY_MS, batch = BATCH }: UndoWorkerOptions,
  signal: AbortSignal,
) => {
  const round = async (): Promise<void> => {
    for await (const waiting of waitingUndos(deps)) {
      let job = waiting;
      while (job.finishedAt === null && !signal.aborted) job = await advanceUndo(deps, job, batch);
    }
  };
  while (!signal.aborted) {
    try {
      await round();
    } catch (error) {
      if (error instanceof Unavailable) deps.log.warn({ what: error.what, err: error }, 'an undo waits for a store');
      else deps.log.error({ err: error }, 'a round of undoing failed');
    }
    await pause(everyMs, undefined, { signal }).catch(() => undefined);
  }
};

/** Resolves when the signal is aborted and nothing is under way any more. */
export const runUndoWorker = (deps: UndoWorkerDeps, options: UndoWorkerOptions): Promise<void> => {
  const { name, signal, leaseMs = LEASE_MS } = options;
  return whileLeading(deps.state, 'undo', name, { ttlMs: leaseMs, log: deps.log, signal }, (leading) =>
    lead(deps, options, leading),
  );
};
