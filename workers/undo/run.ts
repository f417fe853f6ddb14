/** Carries long undos out, one after the other, by one leader over all processes; another goes on where it stopped. */
import type { Caller } from '../../commands/caller.ts';
import type { Log } from '../../commands/ports.ts';
import { saveUndo, waitingUndos, type UndoJob } from '../../commands/undo/jobs.ts';
import { undoInBatches } from '../../commands/undo/undo-cause.ts';
import type { UndoDeps } from '../../commands/undo/undo-stream.ts';
import { Unavailable } from '../../domain/errors.ts';
import { eventsOfCause } from '../../projections/queries/timeline-causes.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { whileLeading } from '../lease.ts';
import { inRounds } from '../rounds.ts';

export type UndoWorkerDeps = UndoDeps & { readonly readModels: ReadModels; readonly log: Log };

export type UndoWorkerOptions = {
  /** Unique among all workers. */
  readonly name: string;
  readonly signal: AbortSignal;
  readonly everyMs?: number;
  readonly leaseMs?: number;
};

const EVERY_MS = 500;
const LEASE_MS = 10_000;

const callerOf = ({ id, workspace, actor, cause }: UndoJob): Caller => ({
  workspace,
  actor,
  correlationId: id,
  causationId: cause,
  commandId: id,
});

/** The job after each batch, as it is then on record. `size`: events of a batch. */
export const carryOut = async function* (
  deps: UndoWorkerDeps,
  job: UndoJob,
  { size }: { readonly size?: number } = {},
): AsyncGenerator<UndoJob, void, undefined> {
  const { workspace, cause, upTo, role, requestedAt: at, fields } = job;
  const asked = { cause, upTo, by: { role, at }, fields: fields ?? undefined, dryRun: false };
  const read = eventsOfCause(deps.readModels, workspace, cause);
  const batches = undoInBatches(deps, read, asked, callerOf(job), {
    from: job,
    ...(size === undefined ? {} : { size }),
  });
  for await (const { progress, isLast } of batches) {
    const next: UndoJob = {
      ...job,
      ...progress,
      status: isLast ? 'succeeded' : 'running',
      finishedAt: isLast ? deps.clock.now() : null,
    };
    await saveUndo(deps, next);
    yield next;
  }
};

/** Every job that waits, to its end. One that fails is left for the next round, and stops no other. */
const round = async (deps: UndoWorkerDeps, signal: AbortSignal): Promise<void> => {
  for await (const job of waitingUndos(deps)) {
    if (signal.aborted) return;
    try {
      for await (const _saved of carryOut(deps, job)) if (signal.aborted) return;
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      deps.log.error({ workspace: job.workspace, job: job.id, err: error }, 'an undo failed');
    }
  }
};

/** Resolves when the signal is aborted and nothing is under way any more. */
export const runUndoWorker = (
  deps: UndoWorkerDeps,
  { name, signal, everyMs = EVERY_MS, leaseMs = LEASE_MS }: UndoWorkerOptions,
): Promise<void> => {
  const { state, log } = deps;
  return whileLeading(state, 'undo', name, { ttlMs: leaseMs, log, signal }, (leading) =>
    inRounds(() => round(deps, leading), { what: 'undoing', everyMs, log, signal: leading }),
  );
};
