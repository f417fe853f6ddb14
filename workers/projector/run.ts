/** The projector: keeps the rows of all projections true to the log, from wherever it left off. */
import { Unavailable } from '../../domain/errors.ts';
import { collectionsOf, type Projection } from '../../projections/define.ts';
import { together, type Work } from '../together.ts';
import { startFolding, type Folding, type Loading } from './fold-batch.ts';
import { runGroup, type GroupDeps, type GroupOptions } from './group.ts';
import { poisonEvents, type Allowed } from './poison.ts';
import { projectionState } from './state.ts';
import { untilAvailable } from './until-available.ts';

export type ProjectorDeps = GroupDeps & {
  readonly projections: readonly Projection[];
  /** The events for which a catch-up may withhold rows and go live all the same. Default: all. */
  readonly allowed?: (projection: Projection) => Allowed;
};

export type ProjectorOptions = Pick<GroupOptions, 'signal'> &
  Partial<GroupOptions> & {
    /** Default: 250 rows, 8 MiB. */
    readonly loading?: Loading;
    /** A store is away, and is waited for; called again before each attempt, until there is progress. */
    readonly onWait?: (error: Unavailable) => void;
  };

const BATCH_SIZE = 1_000;
const HELD_BYTES = 12 * 1024 * 1024;

type RunOptions = GroupOptions & Pick<ProjectorOptions, 'loading'>;

/** Those that are live must not wait for one that catches up: each kind goes through the log by itself. */
const groupsOf = async (deps: ProjectorDeps, options: RunOptions): Promise<readonly Work[]> => {
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

/** With what is not given; `progressed` is called at each checkpoint. */
export const optionsOf = (
  {
    batchSize = BATCH_SIZE,
    heldBytes = HELD_BYTES,
    onProgress,
    onBatch = () => undefined,
    onCaughtUp = () => undefined,
    ...others
  }: ProjectorOptions,
  progressed: () => void,
): GroupOptions & ProjectorOptions => ({
  ...others,
  batchSize,
  heldBytes,
  onBatch,
  onCaughtUp,
  onProgress: (progress) => {
    progressed();
    onProgress?.(progress);
  },
});

/**
 * Runs the projections until the signal ends it, then resolves. A store that is away is waited for, and the run goes on
 * from the checkpoints. A row that cannot take an event, or cannot be written, is withheld and recorded in `poison_events`. Rejects
 * with `PoisonEvent` when a projection has caught up but for rows that it may not withhold. Any other error is a bug, and rejects.
 *
 * Several runs over the same projections are harmless while all of them go on, and wasteful: one should lead.
 */
export const runProjector = (deps: ProjectorDeps, options: ProjectorOptions): Promise<void> =>
  untilAvailable({ log: deps.log, ...options }, async (progressed) => {
    await together(options.signal, await groupsOf(deps, optionsOf(options, progressed)));
    // A subscription that ended by itself is as good as a store that went away.
    if (!options.signal.aborted) throw new Unavailable('event store', 'the subscription ended');
  });
