/** Builds the rows of a release before it starts: its new versions catch up alongside those that serve, and nothing is switched. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Projection, projectionKey } from '../../projections/define.ts';
import { servingProjection } from '../../projections/generations.ts';
import { type CaughtUp, type ProjectorDeps, type ProjectorOptions, runProjector } from '../projector/index.ts';
import { type Allowed, PoisonEvent } from '../projector/poison.ts';
import { projectionState } from '../projector/lag.ts';
import { allowances, readControls, recordFailure } from './controls.ts';
import { acquireCatchUp, type RebuildDeps } from './leases.ts';
import { repairCheckpoints } from './log-identity.ts';
import { openRegistry, register } from './registry.ts';

/** `ms`: since the replay began. */
export type Replay = CaughtUp & { readonly ms: number };

/** Replays the log into rows that are not read yet: to its end, and then along with it. */
export const replaying = (
  deps: Omit<ProjectorDeps, 'projections' | 'allowed'>,
  projections: readonly Projection[],
  allowed: (projection: Projection) => Allowed | undefined,
  watch: (replay: Replay) => void,
  { signal, ...sizes }: Pick<ProjectorOptions, 'signal' | 'batchSize' | 'heldBytes'>,
) => {
  const done = new AbortController();
  const ends = AbortSignal.any([signal, done.signal]);
  const began = performance.now();
  const waiting = new Set(projections.map(projectionKey));
  let run: Promise<void> = Promise.resolve();
  const isLive = new Promise<void>((resolve, reject) => {
    run = runProjector(
      { ...deps, projections, allowed },
      {
        ...sizes,
        signal: ends,
        onCaughtUp: (caughtUp) => watch({ ...caughtUp, ms: Math.round(performance.now() - began) }),
        onProgress: ({ projection, phase }) => {
          if (phase === 'live') waiting.delete(projection);
          if (waiting.size === 0) resolve();
        },
      },
    );
    run.then(() => reject(new Error('the replay was interrupted')), reject);
  });
  isLive.catch(() => undefined);
  return {
    /** Resolves when all projections are live; rejects if the replay fails or is stopped first, for instance with `PoisonEvent`. */
    isLive,
    stop: async (): Promise<void> => {
      done.abort();
      await run.catch(() => undefined);
    },
  };
};

const POLL_MS = 500;

const serving = ({ readModels, projections }: RebuildDeps): Promise<readonly Projection[]> =>
  Promise.all(projections.map((each) => servingProjection(readModels, each)));

const unfinished = async (deps: RebuildDeps): Promise<readonly Projection[]> => {
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
