/** Whether the rows fit the log: which log they were built from, and whether it still has the events that their checkpoints name. */
import { setTimeout as pause } from 'node:timers/promises';
import { forgetLog } from '../../commands/forget-log.ts';
import { Refused, Unavailable } from '../../domain/errors.ts';
import { BEGINNING, type Position } from '../../domain/event.ts';
import { ORG } from '../../domain/workspace/id.ts';
import { type Projection, projectionKey } from '../../projections/define.ts';
import { servingGeneration, servingProjection, switchReaders } from '../../projections/generations.ts';
import type { Collection, ReadModels } from '../../projections/ports.ts';
import { projectionState } from '../projector/lag.ts';
import { controlKeys } from './controls.ts';
import type { RebuildDeps } from './leases.ts';
import { commitTo, dropGeneration, nextGeneration, openRegistry, registered } from './registry.ts';

const PATIENCE_MS = 3_000;
const POLL_MS = 100;

const HOW_TO_CONTINUE =
  'start on the log that the rows were built from or, if this is the right one, run colophon projections adopt-log, which rebuilds all rows';

/** What is wrong if the log ends before these rows do: they are kept, since it may only have lost a part. Null if it does not. */
const tooShort = async (
  { events, readModels }: Pick<RebuildDeps, 'events' | 'readModels'>,
  projections: readonly Projection[],
): Promise<string | null> => {
  // Read before the end of the log, which only grows.
  const states = await Promise.all(projections.map((each) => projectionState(readModels, each)));
  const rows = Math.max(BEGINNING, ...states.map(({ position }) => position));
  const end = await events.end();
  if (rows <= end) return null;
  return `the log ends at ${end}, but its rows have reached ${rows}: a part of it is missing. Nothing was changed: ${HOW_TO_CONTINUE}`;
};

const holdsRows = async (readModels: ReadModels, { folds }: Projection): Promise<boolean> => {
  for (const { collection } of folds) {
    await readModels.create(collection, 'later');
    if ((await readModels.find(collection, { where: { all: [] }, limit: 1 })).length > 0) return true;
  }
  return false;
};

/**
 * Gives up rows without a checkpoint, since it is not known what they show: others are built in place of those that are to serve, and a
 * requested generation stops until it is requested again. True if there were any. No process may be writing these projections. Throws
 * `Unavailable` if the log ends before other rows do, which would miss the events that are recorded next.
 */
export const giveUpUnknownRows = async (
  deps: Pick<RebuildDeps, 'events' | 'readModels' | 'state' | 'clock' | 'log'>,
  projections: readonly Projection[],
): Promise<boolean> => {
  const { readModels, state, clock, log } = deps;
  const short = await tooShort(deps, projections);
  if (short !== null) throw new Unavailable('event store', short);
  let isAny = false;
  for (const projection of projections) {
    const key = projectionKey(projection);
    const hasCheckpoint = async (): Promise<boolean> => (await readModels.checkpoint(key)) !== null;
    // Checked again, since another process that has come to lead writes the checkpoint before the rows.
    if ((await hasCheckpoint()) || !(await holdsRows(readModels, projection)) || (await hasCheckpoint())) continue;
    isAny = true;
    const message = `${key} has rows but no checkpoint, so they are not used`;
    log.error({ projection: key }, message);
    // Read before the serving one: whatever another process builds meanwhile is not passed over.
    const next = await nextGeneration(readModels, projection);
    if ((projection.generation ?? 0) === (await servingGeneration(readModels, projection)))
      await switchReaders(readModels, projection, next);
    else await state.put(controlKeys.failure(key), { message, event: null, at: clock.now() });
  }
  return isAny;
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

/** Null for the log that the rows were built from. */
const differs = ({ first, at, isReplaced }: IdentityRow, own: LogIdentity | null): string | null => {
  if (own === null) return 'empty';
  if (own.first !== first) return `another one (its first event is ${own.first}, at ${own.at})`;
  if (own.at !== at) return `a copy of it, such as migrate makes, where that event is at ${own.at}`;
  return isReplaced === true ? 'a backup that was restored in its place' : null;
};

/** Records the log if none is recorded. Throws `Refused`, with nothing changed, for another one or one that ends before its rows. */
export const assertLogMatchesRows = async (deps: IdentityDeps, patienceMs = PATIENCE_MS): Promise<void> => {
  const { events, readModels, projections } = deps;
  const [known, own] = [await recorded(readModels), await identityOf(events)];
  const is = known === null ? null : differs(known, own);
  if (known !== null && is !== null)
    throw new Refused(
      'conflict',
      'other_log',
      `the rows were built from the log whose first event is ${known.first}, at ${known.at}; this log is ${is}. Nothing was changed: ${HOW_TO_CONTINUE}`,
    );
  const serving = await Promise.all(projections.map((each) => servingProjection(readModels, each)));
  // A node of a cluster may lag for a moment.
  const deadline = performance.now() + patienceMs;
  let short = await tooShort(deps, serving);
  while (short !== null && performance.now() < deadline) {
    await pause(POLL_MS);
    short = await tooShort(deps, serving);
  }
  if (short !== null) throw new Refused('conflict', 'log_too_short', short);
  if (known === null && own !== null) await record(readModels, { ...own, position: 1 });
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
