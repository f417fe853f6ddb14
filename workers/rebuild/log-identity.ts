/** Which log the rows were made from: kept where the rows are, so that another one, or a part of it, is found out at start. */
import { setTimeout as pause } from 'node:timers/promises';
import { forgetLog } from '../../commands/forget-log.ts';
import { Refused } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import { ORG } from '../../domain/workspace/id.ts';
import { NONSENSE } from '../../projections/checkpoint.ts';
import { projectionKey } from '../../projections/define.ts';
import { generationOf, serve, servingGeneration } from '../../projections/generations.ts';
import type { Collection, ReadModels } from '../../projections/ports.ts';
import type { RebuildDeps } from './deps.ts';
import { dropGeneration, nextGeneration, openRegistry, registered } from './registry.ts';

/** A log is known by its first event: that of the workspace which every first start makes, and where it stands. */
type LogIdentity = { readonly first: string; readonly position: Position };

type IdentityDeps = Pick<RebuildDeps, 'events' | 'readModels' | 'projections'>;

const identities: Collection<IdentityRow> = { name: 'log_identity', indexes: [] };
const ROW = 'log';
type IdentityRow = { readonly id: string; readonly position: Position; readonly first: string; readonly at: Position };

/** A node of a cluster may be behind for a moment. */
const PATIENCE_MS = 3_000;
const POLL_MS = 100;

const WAY_ON =
  'start on the log that the rows are of, or, if this is the right one: colophon projections adopt-log, which makes all rows again';

/** Null for a log that nothing has begun yet. */
const identityOf = async (events: IdentityDeps['events']): Promise<LogIdentity | null> => {
  for await (const { id, position } of events.readStream(`workspace-${ORG}`, { limit: 1 }))
    return { first: id, position };
  return null;
};

const recorded = async (readModels: ReadModels): Promise<IdentityRow | null> => {
  await readModels.create(identities, 'now');
  return readModels.get(identities, ROW);
};

const record = async (readModels: ReadModels, { first, position: at }: LogIdentity, before: number): Promise<void> => {
  const row: IdentityRow = { id: ROW, position: before + 1, first, at };
  await readModels.commit({
    projection: identities.name,
    changes: [{ collection: identities, replace: [row] }],
    recounts: [],
    checkpoint: { position: 0, phase: 'live' },
  });
};

/** How far the rows that serve have come; null where none does. */
const furthest = async ({ readModels, projections }: IdentityDeps): Promise<Position | null> => {
  let far: Position | null = null;
  for (const projection of projections) {
    const serving = generationOf(projection, await servingGeneration(readModels, projection));
    const checkpoint = await readModels.checkpoint(projectionKey(serving));
    if (checkpoint === null || checkpoint.position === NONSENSE.position) continue;
    far = Math.max(far ?? checkpoint.position, checkpoint.position);
  }
  return far;
};

const isShorter = async (deps: IdentityDeps, patienceMs: number): Promise<{ rows: Position; log: Position } | null> => {
  // Asked for before the log is, which only grows.
  const rows = await furthest(deps);
  if (rows === null) return null;
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const log = await deps.events.head();
    if (rows <= log) return null;
    if (performance.now() >= deadline) return { rows, log };
    await pause(POLL_MS);
  }
};

const differs = ({ first }: IdentityRow, own: LogIdentity | null): string => {
  if (own === null) return 'empty';
  if (own.first === first) return `a copy of it, such as migrate makes, where that event stands at ${own.position}`;
  return `another one (its first event is ${own.first}, at ${own.position})`;
};

/**
 * Records which log the rows are of, where that is not on record yet. Throws `Refused` for another log, and for one that ends
 * before its rows do; changes nothing then.
 */
export const mustBeLogOfRows = async (deps: IdentityDeps, patienceMs = PATIENCE_MS): Promise<void> => {
  const [known, own] = [await recorded(deps.readModels), await identityOf(deps.events)];
  if (known !== null && (own === null || own.first !== known.first || own.position !== known.at)) {
    const is = differs(known, own);
    throw new Refused(
      'conflict',
      'other_log',
      `the rows are of the log whose first event is ${known.first}, at ${known.at}; this log is ${is}. Nothing was changed: ${WAY_ON}`,
    );
  }
  const short = await isShorter(deps, patienceMs);
  if (short !== null)
    throw new Refused(
      'conflict',
      'log_too_short',
      `the log ends at ${short.log}, and its rows have come to ${short.rows}: a part of it is missing. Nothing was changed: ${WAY_ON}`,
    );
  if (known === null && own !== null) await record(deps.readModels, own, 0);
};

/**
 * Drops all rows, and takes this log for the one that the next are made from; it is matched and harvested from its beginning. No
 * process may be writing any rows. Cut off, it may be called again: the log is taken for theirs at last.
 */
export const adoptLog = async ({
  events,
  readModels,
  projections,
  state,
}: IdentityDeps & Pick<RebuildDeps, 'state'>): Promise<void> => {
  const [known, own] = [await recorded(readModels), await identityOf(events)];
  await openRegistry(readModels);
  for (const each of projections) await serve(readModels, each, await nextGeneration(readModels, each));
  for (const entry of await registered(readModels)) await dropGeneration(readModels, entry);
  await forgetLog(state);
  if (own !== null) await record(readModels, own, known?.position ?? 0);
};
