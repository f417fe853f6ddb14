/** Whether the rows fit the log: which log they were built from, and whether it still has the events that their checkpoints name. */
import { setTimeout as pause } from 'node:timers/promises';
import { forgetLog } from '../../commands/forget-log.ts';
import type { EventStore } from '../../commands/ports.ts';
import { Refused, Unavailable } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import { ORG } from '../../domain/workspace/id.ts';
import { INVALID_CHECKPOINT } from '../../projections/checkpoint.ts';
import { type Projection, projectionKey } from '../../projections/define.ts';
import { servingGeneration, servingProjection, switchReaders } from '../../projections/generations.ts';
import type { Collection, ReadModels } from '../../projections/ports.ts';
import { controlKeys, readControls } from './controls.ts';
import type { RebuildDeps } from './leases.ts';
import { commitTo, dropGeneration, nextGeneration, openRegistry, registered } from './registry.ts';

/** `deadline`: milliseconds of `performance.now()`. */
type Patience = { readonly deadline: number; readonly signal?: AbortSignal };

const PATIENCE_MS = 3_000;
const POLL_MS = 100;

/**
 * Rechecks a log that seems too short for its rows: a node of a cluster may lag for a moment. The end of a log that ends before `position` even at the deadline; null for any other, and when the signal aborts.
 */
const endBefore = async (
  events: Pick<EventStore, 'end'>,
  position: Position,
  { deadline, signal }: Patience,
): Promise<Position | null> => {
  for (;;) {
    const end = await events.end();
    if (position <= end || signal?.aborted === true) return null;
    if (performance.now() >= deadline) return end;
    await pause(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
};

type RepairDeps = Pick<RebuildDeps, 'events' | 'readModels' | 'state' | 'log'>;

type RepairOptions = {
  readonly signal: AbortSignal;
  /** How long a log that seems too short is rechecked. Default 3 s. */
  readonly patienceMs?: number | undefined;
};

const holdsRows = async ({ readModels }: RepairDeps, { folds }: Projection): Promise<boolean> => {
  for (const { collection } of folds) {
    await readModels.create(collection, 'later');
    if ((await readModels.find(collection, { where: { all: [] }, limit: 1 })).length > 0) return true;
  }
  return false;
};

/** Null for checkpoints that may be valid. They are read before the end of the log, which only grows. */
const whatIsWrong = async (deps: RepairDeps, projection: Projection, patience: Patience): Promise<string | null> => {
  const key = projectionKey(projection);
  const checkpoint = await deps.readModels.checkpoint(key);
  if (checkpoint === null) return (await holdsRows(deps, projection)) ? 'there are rows but no checkpoint' : null;
  const { phase, position } = checkpoint;
  if (position === INVALID_CHECKPOINT.position) return 'the checkpoint makes no sense';
  if ((await endBefore(deps.events, position, patience)) === null) return null;
  const what = `the checkpoint, ${position}, is past the end of the log`;
  // These rows are being served: if the log has lost a part, that is no reason to lose them too.
  if (phase === 'live') throw new Unavailable('event store', `${key}: ${what}`);
  return what;
};

/** Replaces a serving generation immediately, since readers do not trust its checkpoint either; a requested one is requested again. */
const giveUp = async ({ readModels, state }: RepairDeps, projection: Projection): Promise<void> => {
  const { name, version, generation = 0 } = projection;
  const next = await nextGeneration(readModels, projection);
  if (generation <= (await servingGeneration(readModels, projection))) {
    await switchReaders(readModels, projection, next);
    return;
  }
  const key = projectionKey({ name, version });
  const request = (await readControls(state)).rebuilds.get(key);
  if (request !== undefined)
    await state.put(controlKeys.rebuild(key), { generation: next }, { ifVersion: request.record.version });
};

/**
 * Gives up generations with an invalid checkpoint; they are dropped with the old ones. No process may be writing these projections.
 * True if there were any. Throws `Unavailable`.
 */
export const repairCheckpoints = async (
  deps: RepairDeps,
  projections: readonly Projection[],
  { signal, patienceMs = PATIENCE_MS }: RepairOptions,
): Promise<boolean> => {
  const patience = { signal, deadline: performance.now() + patienceMs };
  let isRepaired = false;
  for (const projection of projections) {
    const wrong = await whatIsWrong(deps, projection, patience);
    if (wrong === null) continue;
    // Before rows are given up, the timer that tells a process it has slept past its lease must have its turn.
    await pause(1);
    if (signal.aborted) return isRepaired;
    const key = projectionKey(projection);
    deps.log.error({ projection: key, wrong }, 'the rows of a projection cannot be trusted and are rebuilt');
    await giveUp(deps, projection);
    isRepaired = true;
  }
  return isRepaired;
};

/** A log is identified by its first event, which creates the workspace that every first start makes, and by that event's position. */
type LogIdentity = { readonly first: string; readonly at: Position };

type IdentityDeps = Pick<RebuildDeps, 'events' | 'readModels' | 'projections'>;

const identities: Collection<IdentityRow> = { name: 'log_identity', indexes: [] };
const ROW_ID = 'log';
type IdentityRow = LogIdentity & {
  readonly id: string;
  readonly position: Position;
  /** A backup of the log has since been restored in its place. */
  readonly isReplaced?: true;
};

const HOW_TO_CONTINUE =
  'start on the log that the rows were built from or, if this is the right one, run colophon projections adopt-log, which rebuilds all rows';

/** Null for a log on which nothing has started yet. */
const identityOf = async (events: IdentityDeps['events']): Promise<LogIdentity | null> => {
  for await (const { id, position } of events.readStream(`workspace-${ORG}`, { limit: 1 }))
    return { first: id, at: position };
  return null;
};

const recorded = async (readModels: ReadModels): Promise<IdentityRow | null> => {
  await readModels.create(identities, 'now');
  return readModels.get(identities, ROW_ID);
};

const record = (readModels: ReadModels, row: Omit<IdentityRow, 'id'>): Promise<void> =>
  commitTo(readModels, { collection: identities, replace: [{ id: ROW_ID, ...row }] });

/** Marks the rows as those of a log that is about to be replaced: they are rejected until its successor is adopted. */
export const rejectRows = async (readModels: ReadModels): Promise<void> => {
  const known = await recorded(readModels);
  if (known !== null) await record(readModels, { ...known, position: known.position + 1, isReplaced: true });
};

/** The furthest position of the rows that serve; null if none do. */
const furthest = async ({ readModels, projections }: IdentityDeps): Promise<Position | null> => {
  let far: Position | null = null;
  for (const projection of projections) {
    const serving = await servingProjection(readModels, projection);
    const checkpoint = await readModels.checkpoint(projectionKey(serving));
    if (checkpoint === null || checkpoint.position === INVALID_CHECKPOINT.position) continue;
    far = Math.max(far ?? checkpoint.position, checkpoint.position);
  }
  return far;
};

const isShorter = async (deps: IdentityDeps, patienceMs: number): Promise<{ rows: Position; log: Position } | null> => {
  // Read before the log, which only grows.
  const rows = await furthest(deps);
  if (rows === null) return null;
  const log = await endBefore(deps.events, rows, { deadline: performance.now() + patienceMs });
  return log === null ? null : { rows, log };
};

/** Null for the log that the rows were built from. */
const differs = ({ first, at, isReplaced }: IdentityRow, own: LogIdentity | null): string | null => {
  if (own === null) return 'empty';
  if (own.first !== first) return `another one (its first event is ${own.first}, at ${own.at})`;
  if (own.at !== at) return `a copy of it, such as migrate makes, where that event is at ${own.at}`;
  return isReplaced === true ? 'a backup that was restored in its place' : null;
};

/** Records the log if none is recorded. Throws `Refused`, with nothing changed, for another one or one that ends before its rows. */
export const assertLogMatchesRows = async (deps: IdentityDeps, patienceMs = PATIENCE_MS): Promise<void> => {
  const [known, own] = [await recorded(deps.readModels), await identityOf(deps.events)];
  const is = known === null ? null : differs(known, own);
  if (known !== null && is !== null)
    throw new Refused(
      'conflict',
      'other_log',
      `the rows were built from the log whose first event is ${known.first}, at ${known.at}; this log is ${is}. Nothing was changed: ${HOW_TO_CONTINUE}`,
    );
  const short = await isShorter(deps, patienceMs);
  if (short !== null)
    throw new Refused(
      'conflict',
      'log_too_short',
      `the log ends at ${short.log}, but its rows have reached ${short.rows}: a part of it is missing. Nothing was changed: ${HOW_TO_CONTINUE}`,
    );
  if (known === null && own !== null) await record(deps.readModels, { ...own, position: 1 });
};

/**
 * Drops all rows, and what is known of the log that they were built from: the next start records its own. Matching and harvesting
 * restart from its beginning. No process may be writing any rows. May be called again after an interruption.
 */
export const adoptLog = async (deps: Pick<RebuildDeps, 'readModels' | 'projections' | 'state'>): Promise<void> => {
  const { readModels, projections, state } = deps;
  await openRegistry(readModels);
  for (const each of projections) await switchReaders(readModels, each, await nextGeneration(readModels, each));
  for (const entry of await registered(readModels)) await dropGeneration(readModels, entry);
  await forgetLog(state);
  await readModels.drop(identities.name, [identities]);
};
