/** The projector: keeps the rows of all projections in step with the log, starting where it left off. */
import { collectionsOf, type Projection } from '../../projections/define.ts';
import { together, type Work } from '../together.ts';
import { startFolding, type Folding, type Loading } from './fold-batch.ts';
import { runGroup, type GroupDeps, type GroupOptions } from './group.ts';
import { poisonEvents, type Allowed } from './poison.ts';
import { projectionState } from './state.ts';
import { untilAvailable, type Waiting } from './until-available.ts';

export type ProjectorDeps = GroupDeps & {
  readonly projections: readonly Projection[];
  /** Default: everything. */
  readonly allowed?: (projection: Projection) => Allowed | undefined;
};

export type ProjectorOptions = Partial<GroupOptions> &
  Omit<Waiting, 'log'> & {
    /** Default: 250 rows, 8 MiB. */
    readonly loading?: Loading;
  };

const BATCH_SIZE = 1_000;
const HELD_BYTES = 12 * 1024 * 1024;

/** Live projections must not wait for one that is catching up, so each kind reads the log separately. */
const groupsOf = async (deps: ProjectorDeps, options: GroupOptions & ProjectorOptions): Promise<readonly Work[]> => {
  const { readModels, projections } = deps;
  await readModels.create(poisonEvents, 'now');
  const groups = { live: [] as Folding[], filling: [] as Folding[] };
  for (const projection of projections) {
    const { phase, position } = await projectionState(readModels, projection);
    const isLive = phase === 'live';
    for (const collection of collectionsOf(projection)) await readModels.create(collection, isLive ? 'now' : 'later');
    groups[isLive ? 'live' : 'filling'].push(
      startFolding(projection, readModels, position, {
        allowed: deps.allowed?.(projection),
        loading: options.loading,
      }),
    );
  }
  return (['live', 'filling'] as const)
    .filter((phase) => groups[phase].length > 0)
    .map((phase) => (signal) => runGroup(deps, groups[phase], phase === 'live', { ...options, signal }));
};

/** Fills in the defaults; `progressed` is called at each checkpoint. */
export const optionsOf = (options: ProjectorOptions, progressed: () => void): GroupOptions & ProjectorOptions => ({
  batchSize: BATCH_SIZE,
  heldBytes: HELD_BYTES,
  onBatch: () => undefined,
  onCaughtUp: () => undefined,
  ...options,
  onProgress: (progress) => {
    progressed();
    options.onProgress?.(progress);
  },
});

/**
 * Runs the projections until the signal aborts, then resolves. Waits for a store that is unavailable, then continues from the
 * checkpoints. A row that cannot take an event or be written is withheld and recorded in `poison_events`. Rejects with
 * `PoisonEvent` when a projection has caught up but withholds rows that it may not. Any other error is a bug, and rejects.
 * Several runs over the same projections are harmless as long as all of them keep running, but wasteful: one should lead.
 */
export const runProjector = (deps: ProjectorDeps, options: ProjectorOptions): Promise<void> =>
  untilAvailable({ log: deps.log, ...options }, async (progressed) =>
    together(options.signal, await groupsOf(deps, optionsOf(options, progressed))),
  );
