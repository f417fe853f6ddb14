/** Replays the log into rows that are not read yet: to its end, and then along with it. */
import { projectionKey, type Projection } from '../../projections/define.ts';
import {
  runProjector,
  type Allowed,
  type CaughtUp,
  type ProjectorDeps,
  type ProjectorOptions,
} from '../projector/index.ts';

/** `ms`: since the replay began. */
export type Replay = CaughtUp & { readonly ms: number };

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
