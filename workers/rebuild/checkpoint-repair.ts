/** Repairs invalid checkpoints: the rows are given up with an error in the log, and the next generation takes their place. */
import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import { INVALID_CHECKPOINT } from '../../projections/checkpoint.ts';
import { projectionKey, type Projection } from '../../projections/define.ts';
import { switchReaders, servingGeneration } from '../../projections/generations.ts';
import { controlKeys, readControls } from './controls.ts';
import type { RebuildDeps } from './deps.ts';
import { endBefore, PATIENCE_MS, type Patience } from './log-end.ts';
import { nextGeneration, registered } from './registry.ts';

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

const partPositions = async ({ readModels }: RepairDeps, key: string): Promise<readonly Position[]> => {
  const { parts = [] } = (await registered(readModels)).find((entry) => entry.key === key) ?? {};
  const checkpoints = await Promise.all(parts.map((part) => readModels.checkpoint(part)));
  return checkpoints.flatMap((checkpoint) => checkpoint?.position ?? []);
};

/** Null for checkpoints that may be valid. They are read before the end of the log, which only grows. */
const whatIsWrong = async (deps: RepairDeps, projection: Projection, patience: Patience): Promise<string | null> => {
  const key = projectionKey(projection);
  const checkpoint = await deps.readModels.checkpoint(key);
  if (checkpoint === null) return (await holdsRows(deps, projection)) ? 'there are rows but no checkpoint' : null;
  const isLive = checkpoint.phase === 'live';
  const position = Math.max(checkpoint.position, ...(isLive ? [] : await partPositions(deps, key)));
  if (position === INVALID_CHECKPOINT.position) return 'the checkpoint makes no sense';
  if ((await endBefore(deps.events, position, patience)) === null) return null;
  const what = `the checkpoint, ${position}, is past the end of the log`;
  // These rows are being served: if the log has lost a part, that is no reason to lose them too.
  if (isLive) throw new Unavailable('event store', `${key}: ${what}`);
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
