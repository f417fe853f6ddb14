/** `colophon undo`: undoes one event immediately, a cause as a job of a running server or this process. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { resultOf } from '../../api/dashboard/undo/item.ts';
import { causedBy, newCaller, type Caller } from '../../commands/caller.ts';
import { knownWorkspace } from '../../commands/known-workspace.ts';
import { queueUndo, undoJobs, type UndoJob } from '../../commands/undo/jobs.ts';
import { counted, NO_COUNTS, type Counts, type Outcome } from '../../commands/undo/outcome.ts';
import { undoInBatches, type CauseToUndo } from '../../commands/undo/undo-cause.ts';
import { undoEvent } from '../../commands/undo/undo-event.ts';
import type { UndoDeps } from '../../commands/undo/undo-stream.ts';
import type { Waits } from '../../commands/waits.ts';
import { mustBeAtMost, parseText } from '../../domain/bounded.ts';
import { Refused, Unavailable } from '../../domain/errors.ts';
import { ID, REQUEST } from '../../domain/limits.ts';
import { nameIn } from '../../domain/stream-kinds.ts';
import { withAdminCheck } from '../../projections/queries/members.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import { countOfCause, eventsOfCause } from '../../projections/queries/timeline-causes.ts';
import { timelineRow } from '../../projections/queries/timeline.ts';
import { timelineProjection } from '../../projections/timeline/index.ts';
import { runUndoWorker, type UndoWorkerDeps } from '../../workers/undo/run.ts';
import type { Steps } from '../interrupted.ts';
import { randomIds, systemClock, uniqueName } from '../system.ts';
import { waitsOf } from '../wiring/roles/context.ts';
import { withProjector, withRoles, type Invocation, type Run } from './invocation.ts';
import { examples, workspaceOption } from './options.ts';
import { FAILED, reported, type Out } from './output.ts';

type UndoAsked = {
  readonly workspace: string;
  readonly what: { readonly event: string } | { readonly cause: string };
  readonly fields: readonly string[] | undefined;
  readonly dryRun: boolean;
};

type EventReport = {
  readonly id: string;
  readonly event_type: string;
  readonly subject: string;
  readonly outcome: 'undone' | 'unchanged' | 'refused';
  /** A value that is too large for a list is null, with its size. */
  readonly changes: readonly Readonly<
    { path: string; before: unknown; after: unknown } & Partial<Record<'before_bytes' | 'after_bytes', number>>
  >[];
  readonly conflicts: readonly Readonly<
    { path: string; restores: unknown; stands: unknown } & Partial<Record<'restores_bytes' | 'stands_bytes', number>>
  >[];
  readonly reason: string | null;
  readonly code: string | null;
};

export type UndoReport = Counts & {
  readonly dry_run: boolean;
  readonly events: number;
  /** At most a hundred: all results of a dry run or of a single event, otherwise only the refused ones. */
  readonly results: readonly EventReport[];
  /** The cause with which the undo can be undone; null for a dry run. */
  readonly correlation_id: string | null;
};

type Undoing = UndoWorkerDeps & UndoDeps & { readonly waits: Waits };

const ROWS_WITHIN_MS = 60_000;
const SHOWN = 100;
const POLL_MS = 100;

/** The operator has every permission. */
const operator = () => ({ role: 'superadmin', at: systemClock.now() }) as const;

const reportOf = (outcome: Outcome): EventReport => ({
  id: outcome.id,
  event_type: outcome.type,
  subject: nameIn(outcome.stream),
  ...resultOf(outcome),
});

const undoOne = async (
  deps: Undoing,
  id: string,
  { fields, dryRun }: UndoAsked,
  caller: Caller,
): Promise<UndoReport> => {
  const row = await timelineRow(deps.readModels, caller.workspace, id);
  if (row === null) throw new Refused('not_found', 'event_not_found', `no such event: ${id}`);
  const by = operator();
  // A dry run first, since a refusal is part of the report.
  const preview = await undoEvent(deps, row, { by, fields, dryRun: true }, caller);
  const isToDo = preview.outcome === 'undone' && !dryRun;
  const outcome = isToDo
    ? await undoEvent(deps, row, { by, fields, dryRun: false }, causedBy(deps.ids, caller))
    : preview;
  return {
    dry_run: dryRun,
    events: 1,
    ...counted([outcome]),
    results: [reportOf(outcome)],
    correlation_id: dryRun ? null : caller.correlationId,
  };
};

type Preview = { readonly counts: Counts; readonly results: readonly EventReport[] };

/** Dry run over the whole cause: counts all outcomes, and reports the first `SHOWN` wanted ones. */
const previewCause = async (
  deps: Undoing,
  cause: CauseToUndo,
  caller: Caller,
  isWanted: (outcome: Outcome) => boolean,
  onBatch: (counts: Counts) => void,
): Promise<Preview> => {
  const results: EventReport[] = [];
  let counts = NO_COUNTS;
  const read = eventsOfCause(deps.readModels, caller.workspace, cause.cause);
  for await (const { outcomes, progress } of undoInBatches(deps, read, { ...cause, dryRun: true }, caller)) {
    const wanted = outcomes.filter(isWanted).slice(0, SHOWN - results.length);
    results.push(...wanted.map(reportOf));
    counts = progress.counts;
    onBatch(counts);
  }
  return { counts, results };
};

const untilEnded = async (
  deps: Undoing,
  { workspace, id }: UndoJob,
  onStep: (counts: Counts) => void,
  signal: AbortSignal,
): Promise<UndoJob> => {
  for (;;) {
    const job = await undoJobs.get(deps.state, workspace, id);
    if (job === null) throw new Unavailable('state', 'the undo is no longer on record');
    onStep(job.counts);
    if (job.finishedAt !== null) return job;
    await pause(POLL_MS, undefined, { signal });
  }
};

const undoAll = async (
  deps: Undoing,
  id: string,
  { fields, dryRun }: UndoAsked,
  caller: Caller,
  steps: Steps,
  signal: AbortSignal,
): Promise<UndoReport> => {
  const upTo = await deps.events.head();
  const events = await countOfCause(deps.readModels, caller.workspace, id, upTo);
  if (events === 0) throw new Refused('not_found', 'cause_not_found', `no event on the timeline has the cause ${id}`);
  const cause: CauseToUndo = { cause: id, upTo, by: operator(), fields, dryRun };
  const show =
    (what: string) =>
    ({ undone, unchanged, refused }: Counts): void =>
      steps(what, undone + unchanged + refused, events);
  if (dryRun) {
    const { counts, results } = await previewCause(deps, cause, caller, () => true, show('checking'));
    return { dry_run: true, events, ...counts, results, correlation_id: null };
  }
  const queued = await queueUndo(deps, cause, events, caller);
  const job = await withRoles(
    signal,
    [(ends) => runUndoWorker(deps, { name: uniqueName('undo'), waits: deps.waits, signal: ends })],
    (ends) => untilEnded(deps, queued, show('undoing'), ends),
  );
  const isRefused = ({ outcome }: Outcome): boolean => outcome === 'refused';
  const left =
    job.counts.refused === 0 ? [] : (await previewCause(deps, cause, caller, isRefused, show('listing'))).results;
  return { dry_run: false, events: job.total, ...job.counts, results: left, correlation_id: job.id };
};

const bounded = ({ what, fields, ...rest }: UndoAsked): UndoAsked => {
  mustBeAtMost(fields ?? [], 'field', REQUEST.listItems);
  return {
    ...rest,
    what:
      'event' in what
        ? { event: parseText(what.event, 'event', ID.made) }
        : { cause: parseText(what.cause, 'cause', ID.made) },
    fields: fields?.map((pointer) => parseText(pointer, 'field', REQUEST.pointerCharacters)),
  };
};

/** Throws `Refused('not_found')` for an event or cause not in the workspace. After a crash, the same command resumes. */
export const undo = (
  { withStores }: Pick<Invocation, 'withStores'>,
  asked: UndoAsked,
  steps: Steps,
): Promise<UndoReport> =>
  withStores(async (context) => {
    const { stores, log } = context;
    const waits = waitsOf(context);
    const deps = { ...withAdminCheck({ ...stores, clock: systemClock, ids: randomIds, log }), waits };
    const request = bounded(asked);
    const workspace = await knownWorkspace(deps, request.workspace);
    return withProjector(context, async (signal) => {
      const options = { timeoutMs: ROWS_WITHIN_MS, signal };
      if (!(await waitForPosition(stores.readModels, [timelineProjection], await stores.events.head(), options)))
        throw new Unavailable('read models', 'they have not caught up with the log yet');
      const caller = newCaller(randomIds, workspace, { type: 'system', id: 'cli' });
      return 'event' in request.what
        ? undoOne(deps, request.what.event, request, caller)
        : undoAll(deps, request.what.cause, request, caller, steps, signal);
    });
  });

const shown = (value: unknown, omitted: number | undefined): string => {
  if (omitted !== undefined) return `(${omitted.toLocaleString('en')} bytes)`;
  const text = JSON.stringify(value ?? null);
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
};

const printUndo = ({ dry_run: dryRun, results, correlation_id: id, ...counts }: UndoReport, { line }: Out): void => {
  for (const { event_type: type, subject, outcome, changes, conflicts, reason } of results) {
    line(`${outcome.padEnd(9)}  ${type}  ${subject}${reason === null ? '' : `: ${reason}`}`);
    for (const { path, before, after, before_bytes: was, after_bytes: is } of changes)
      line(`           ${path}: ${shown(before, was)} → ${shown(after, is)}`);
    for (const { path, restores, stands, restores_bytes: wanted, stands_bytes: is } of conflicts)
      line(`           ${path} is ${shown(stands, is)}; the undo would restore ${shown(restores, wanted)}`);
  }
  const { events, undone, unchanged, refused, steps } = counts;
  const [done, left] = dryRun ? ['would be undone', 'would be refused'] : ['undone', 'refused'];
  const related = steps === 0 ? '' : ` (${steps} of them with nothing to undo)`;
  line(
    `${events} event${events === 1 ? '' : 's'}: ${undone} ${done}, ${unchanged} unchanged, ${refused} ${left}${related}`,
  );
  if (id !== null && undone > 0) line(`To revert this undo: colophon undo --cause ${id}`);
};

type Options = {
  readonly cause?: string;
  readonly workspace: string;
  readonly field?: readonly string[];
  readonly dryRun?: true;
  readonly json?: true;
};

const whatOf = (event: string | undefined, cause: string | undefined): UndoAsked['what'] => {
  if (event !== undefined && cause === undefined) return { event };
  if (cause !== undefined && event === undefined) return { cause };
  throw new Refused('invalid', 'invalid_arguments', 'name either an event or a cause (--cause ID), not both', {
    field: 'event',
  });
};

export const addCommands = (program: Command, run: Run, out: Out): void => {
  program
    .command('undo')
    .description('undo one event, or all events of one cause; an undo can itself be undone')
    .argument('[event]', 'event id, as shown in the timeline')
    .option('--cause <id>', 'correlation id of a harvest, import, bulk change or request')
    .addOption(workspaceOption())
    .option('--field <pointer...>', 'only these changed fields, such as /title')
    .option('--dry-run', 'show what would be undone or refused, without changing anything')
    .addHelpText(
      'after',
      examples(
        'colophon undo 3f2b8c1e-8f0d-4a53-9c41-2f5d0f4b7a10 --field /title',
        'colophon undo --cause 0d9c6f2e-1b7a-4c55-9f0e-6a8d2b3c4d5e --dry-run',
      ),
    )
    .action(async (event: string | undefined, options: Options) => {
      const { cause, workspace, field: fields, dryRun = false, json = false } = options;
      const request = { workspace, what: whatOf(event, cause), fields, dryRun };
      const { refused, steps } = await reported(out, json, (progress) => run(undo, request, progress), printUndo);
      // Undoing it by steps leaves nothing of a cause to undo.
      if (refused > (cause === undefined ? 0 : steps)) process.exitCode = FAILED;
    });
};
