/** Builds the rows of a release before it starts: its new versions catch up alongside those that serve, and nothing is switched. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Projection } from '../../projections/define.ts';
import { servingProjection } from '../../projections/generations.ts';
import { PoisonEvent, projectionState, type ProjectorOptions } from '../projector/index.ts';
import { recordFailure } from './failing.ts';
import { acquireCatchUp } from './leases.ts';
import { allowances } from './allowed.ts';
import { readControls } from './controls.ts';
import type { RebuildDeps } from './deps.ts';
import { repairCheckpoints } from './checkpoint-repair.ts';
import { openRegistry, register } from './registry.ts';
import { replaying, type Replay } from './replay.ts';

const POLL_MS = 500;

const serving = ({ readModels, projections }: RebuildDeps): Promise<readonly Projection[]> =>
  Promise.all(projections.map((each) => servingProjection(readModels, each)));

export const unfinished = async (deps: RebuildDeps): Promise<readonly Projection[]> => {
  const pending: Projection[] = [];
  for (const each of await serving(deps))
    if ((await projectionState(deps.readModels, each)).phase !== 'live') pending.push(each);
  return pending;
};

/**
 * Resolves when every version of this release is live, with those that were not before. Continues an interrupted catch-up where it was.
 * Waits for another process that is catching up. Throws `PoisonEvent`, after recording it.
 */
export const prepareRelease = async (
  deps: RebuildDeps,
  watch: (replay: Replay) => void,
  { signal, ...sizes }: Pick<ProjectorOptions, 'signal' | 'batchSize' | 'heldBytes'>,
): Promise<readonly Projection[]> => {
  const { readModels, state, log, holder } = deps;
  await openRegistry(readModels);
  const all = await unfinished(deps);
  for (let pending = all; pending.length > 0; pending = await unfinished(deps)) {
    const lease = await acquireCatchUp(state, holder, log);
    if (lease === null) {
      await pause(POLL_MS, undefined, { signal });
      continue;
    }
    try {
      for (const projection of pending) await register(readModels, projection);
      const controls = await readControls(state);
      const options = { ...sizes, signal: AbortSignal.any([signal, lease.lost]) };
      if (await repairCheckpoints(deps, pending, options)) continue;
      const allowed = await allowances(readModels, controls, deps.projections);
      const replay = replaying(deps, pending, ({ name }) => allowed.get(name), watch, options);
      try {
        await replay.isLive;
      } catch (error) {
        if (error instanceof PoisonEvent) await recordFailure(deps, error);
        throw error;
      } finally {
        await replay.stop();
      }
    } finally {
      await lease.release();
    }
  }
  const names = new Set(all.map(({ name }) => name));
  return (await serving(deps)).filter(({ name }) => names.has(name));
};
