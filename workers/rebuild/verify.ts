/** Verifies rows: builds them again from the log, and compares them with those that serve. */
import { setTimeout as pause } from 'node:timers/promises';
import { Refused, Unavailable } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import type { Projection } from '../../projections/define.ts';
import { generationOf, servingGeneration } from '../../projections/generations.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { poisonEvents, projectionState, type ProjectorOptions } from '../projector/index.ts';
import { compareAll, stillDiffering, type Difference, type Pair } from './compare.ts';
import { readControls } from './controls.ts';
import type { RebuildDeps } from './deps.ts';
import { countOfRows, type Listed } from './list.ts';
import { replaying, type Replay } from './replay.ts';
import { withScratch, type ScratchDeps } from './scratch.ts';

type VerifyDeps = ScratchDeps & Pick<RebuildDeps, 'events'>;

export type Verified = Pick<Listed, 'name' | 'version' | 'generation' | 'rows'> & {
  readonly differences: readonly Difference[];
};

const POLL_MS = 50;
/** How long it waits for a moment when both generations are at the same position. */
const PATIENCE_MS = 60_000;
/** Rows may be written just before their checkpoint, so a difference must show at this many such moments. */
const MOMENTS = 2;

/** Records no poison: the serving rows' poison is already recorded, and each verification would leave its own behind. */
const unrecorded = (readModels: ReadModels): ReadModels => ({
  ...readModels,
  commit: ({ changes, ...batch }) =>
    readModels.commit({ ...batch, changes: changes.filter(({ collection }) => collection !== poisonEvents) }),
});

/**
 * The position up to which both show the log, or null while one is ahead. One may be past the end of the log: it has seen last events
 * that were erased since, which a later reader never comes to.
 */
const commonPosition = async ({ events, readModels }: VerifyDeps, pair: Pair): Promise<Position | null> => {
  const { served, again } = pair;
  // Read first: later events can only move the two past it.
  const head = await events.head();
  const [one, other] = await Promise.all([projectionState(readModels, served), projectionState(readModels, again)]);
  if (one.phase !== 'live' || other.phase !== 'live') return null;
  if (one.position >= head && other.position >= head) return head;
  return one.position === other.position ? one.position : null;
};

const settled = async (deps: VerifyDeps, pair: Pair, signal: AbortSignal): Promise<Verified['differences']> => {
  const { readModels } = deps;
  let differences: readonly Difference[] = (await compareAll(readModels, pair)).differences;
  const deadline = performance.now() + PATIENCE_MS;
  for (let moments = 0; differences.length > 0 && moments < MOMENTS;) {
    signal.throwIfAborted();
    if (performance.now() > deadline)
      throw new Unavailable('read models', `${differences.length} rows change too fast to be compared`);
    await pause(POLL_MS, undefined, { signal });
    const before = await commonPosition(deps, pair);
    // Rows that have agreed once do not differ; a difference counts only if nothing moved in the meantime.
    differences = await stillDiffering(readModels, pair, differences);
    if (before !== null && before === (await commonPosition(deps, pair))) moments += 1;
  }
  return differences;
};

/** Throws `Refused` if it is paused, not live, or being verified already. A projector must be running, here or elsewhere. */
export const verifyProjection = async (
  deps: VerifyDeps,
  projection: Projection,
  watch: (replay: Replay) => void,
  { signal, ...sizes }: Pick<ProjectorOptions, 'signal' | 'batchSize' | 'heldBytes'>,
): Promise<Verified> => {
  const { readModels, state } = deps;
  await readModels.create(poisonEvents, 'now');
  const { name, version } = projection;
  if ((await readControls(state)).paused.has(name))
    throw new Refused('conflict', 'projection_paused', `${name} is paused: resume it first`);
  const generation = await servingGeneration(readModels, projection);
  const served = generationOf(projection, generation);
  if ((await projectionState(readModels, served)).phase !== 'live')
    throw new Refused(
      'conflict',
      'projection_not_live',
      `${name} does not serve yet: its rows are built while a projector is running`,
    );

  return withScratch(deps, projection, async (again, lost) => {
    const rows = { ...deps, readModels: unrecorded(readModels) };
    const options = { ...sizes, signal: AbortSignal.any([signal, lost]) };
    const replay = replaying(rows, [again], () => undefined, watch, options);
    try {
      await replay.isLive;
      const differences = await settled(deps, { served, again }, signal);
      return { name, version, generation, rows: await countOfRows(readModels, served), differences };
    } finally {
      await replay.stop();
    }
  });
};
