/** `colophon undo`: one event at once; a cause as a job, which a server that runs carries out, or this process. */
import { setTimeout as pause } from 'node:timers/promises';
import { follow, newCaller, type Caller } from '../../commands/caller.ts';
import { knownWorkspace } from '../../commands/known-workspace.ts';
import { queueUndo, undoJob, type UndoJob } from '../../commands/undo/jobs.ts';
import {
  counted,
  NO_COUNTS,
  undoBatch,
  type CauseToUndo,
  type Counts,
  type Outcome,
} from '../../commands/undo/undo-cause.ts';
import { undoEvent } from '../../commands/undo/undo-event.ts';
import { Refused, Unavailable } from '../../domain/errors.ts';
import { mustBeAtMost } from '../../domain/bounded.ts';
import { REQUEST } from '../../domain/limits.ts';
import { countOfCause, eventsOfCause } from '../../projections/queries/timeline-causes.ts';
import { timelineRow } from '../../projections/queries/timeline.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import { timelineProjection } from '../../projections/timeline/index.ts';
import type { Steps } from '../../workers/cli/ports.ts';
import type { EventReport, UndoAsked, UndoReport } from '../../workers/cli/undoing.ts';
import { runUndoWorker, type UndoWorkerDeps } from '../../workers/undo/run.ts';
import { randomIds, systemClock, uniqueName } from '../system.ts';
import { besideProjector } from './beside-projector.ts';
import type { RoleContext } from './roles.ts';

const ROWS_WITHIN_MS = 60_000;
const BATCH = 200;
const SHOWN = 100;
const LOOKS_EVERY_MS = 100;

/** The operator may undo whatever can be undone. */
const operator = () => ({ role: 'superadmin', at: systemClock.now() }) as const;

const reportOf = ({ id, type, stream, outcome, changes, conflicts, refusal }: Outcome): EventReport => ({
  id,
  event_type: type,
  subject: stream.slice(stream.indexOf('~') + 1),
  outcome,
  changes: changes.map(({ path, before = null, now = null }) => ({ path, before: now, after: before })),
  conflicts: conflicts.map(({ path, before = null, now = null }) => ({ path, restores: before, stands: now })),
  reason: refusal?.message ?? null,
});

const undoOne = async (
  deps: UndoWorkerDeps,
  id: string,
  { fields, dryRun }: UndoAsked,
  caller: Caller,
): Promise<UndoReport> => {
  const row = await timelineRow(deps.readModels, caller.workspace, id);
  if (row === null) throw new Refused('not_found', 'event_not_found', `no such event: ${id}`);
  const by = operator();
  const looked = await undoEvent(deps, row, { by, fields, dryRun: true }, caller);
  const isToDo = looked.undone.changes.length > 0 && !dryRun;
  const { undone } = isToDo
    ? await undoEvent(deps, row, { by, fields, dryRun: false }, follow(deps.ids, caller))
    : looked;
  const done = undone.changes.length === 0 ? 'unchanged' : 'undone';
  const outcome = undone.refusal === null ? done : 'refused';
  const { changes, conflicts, refusal } = undone;
  const result: Outcome = {
    id,
    type: row.type,
    stream: row.stream,
    place: row.place,
    outcome,
    changes,
    conflicts,
    refusal,
  };
  const counts = counted([result]);
  const correlation = dryRun ? null : caller.correlationId;
  return { dry_run: dryRun, events: 1, ...counts, results: [reportOf(result)], correlation_id: correlation };
};

/** Everything is looked at and counted; the first of those that are wanted are told. */
const looked = async (
  deps: UndoWorkerDeps,
  cause: CauseToUndo,
  caller: Caller,
  isWanted: (outcome: Outcome) => boolean,
  onBatch: (counts: Counts) => void,
): Promise<{ readonly counts: Counts; readonly results: readonly EventReport[] }> => {
  const results: EventReport[] = [];
  let [counts, before] = [NO_COUNTS, cause.upTo + 1];
  for (;;) {
    const rows = await eventsOfCause(deps.readModels, caller.workspace, cause.cause, { before, size: BATCH });
    const { outcomes } = await undoBatch(deps, rows, { ...cause, dryRun: true }, caller);
    counts = counted(outcomes, counts);
    results.push(
      ...outcomes
        .filter(isWanted)
        .slice(0, SHOWN - results.length)
        .map(reportOf),
    );
    onBatch(counts);
    before = rows.at(-1)?.place ?? before;
    if (rows.length < BATCH) return { counts, results };
  }
};

const sum = ({ undone, unchanged, refused }: Counts): number => undone + unchanged + refused;

const untilEnded = async (
  deps: UndoWorkerDeps,
  { workspace, id }: UndoJob,
  onStep: (job: UndoJob) => void,
  signal: AbortSignal,
): Promise<UndoJob> => {
  for (;;) {
    const job = await undoJob(deps, workspace, id);
    if (job === null) throw new Unavailable('state', 'the undo is no longer on record');
    onStep(job);
    if (job.finishedAt !== null) return job;
    await pause(LOOKS_EVERY_MS, undefined, { signal });
  }
};

const carriedOut = async (
  deps: UndoWorkerDeps,
  queued: UndoJob,
  onStep: (job: UndoJob) => void,
  signal: AbortSignal,
): Promise<UndoJob> => {
  const done = new AbortController();
  const working = runUndoWorker(deps, { name: uniqueName('undo'), signal: AbortSignal.any([signal, done.signal]) });
  try {
    return await untilEnded(deps, queued, onStep, signal);
  } finally {
    done.abort();
    await working;
  }
};

const undoAll = async (
  deps: UndoWorkerDeps,
  id: string,
  { fields, dryRun }: UndoAsked,
  caller: Caller,
  steps: Steps,
  signal: AbortSignal,
): Promise<UndoReport> => {
  const upTo = await deps.events.head();
  const events = await countOfCause(deps.readModels, caller.workspace, id, upTo);
  if (events === 0) throw new Refused('not_found', 'cause_not_found', `nothing on the timeline has the cause ${id}`);
  const cause: CauseToUndo = { cause: id, upTo, by: operator(), fields, dryRun };
  const show = (what: string) => (counts: Counts) => steps(what, sum(counts), events);
  if (dryRun) {
    const all = await looked(deps, cause, caller, () => true, show('looking'));
    return { dry_run: true, events, ...all.counts, results: all.results, correlation_id: null };
  }
  const queued = await queueUndo(deps, cause, events, caller);
  const job = await carriedOut(deps, queued, ({ counts }) => show('undoing')(counts), signal);
  const isRefused = ({ outcome }: Outcome): boolean => outcome === 'refused';
  const left = job.counts.refused === 0 ? [] : (await looked(deps, cause, caller, isRefused, show('listing'))).results;
  return { dry_run: false, events: job.total, ...job.counts, results: left, correlation_id: job.id };
};

export const undo = async (context: RoleContext, asked: UndoAsked, steps: Steps): Promise<UndoReport> => {
  const { stores, log } = context;
  const deps: UndoWorkerDeps = { ...stores, clock: systemClock, ids: randomIds, log };
  mustBeAtMost(asked.fields ?? [], 'field', REQUEST.listItems);
  const workspace = await knownWorkspace(deps, asked.workspace);
  return besideProjector(context, async (signal) => {
    const options = { timeoutMs: ROWS_WITHIN_MS, signal };
    if (!(await waitForPosition(stores.readModels, [timelineProjection], await stores.events.head(), options)))
      throw new Unavailable('read models', 'they do not show all that is on record yet');
    const caller = newCaller(randomIds, workspace, { type: 'system', id: 'cli' });
    return 'event' in asked.what
      ? undoOne(deps, asked.what.event, asked, caller)
      : undoAll(deps, asked.what.cause, asked, caller, steps, signal);
  });
};
