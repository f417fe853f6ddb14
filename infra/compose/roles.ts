/** The roles of the program, each wired to its adapters; any number of each may run, in one process or many. */
import type { Log } from '../../commands/ports.ts';
import { allProjections } from '../../projections/all.ts';
import type { IngestionDeps } from '../../workers/ingestion/deps.ts';
import { runHarvest } from '../../workers/ingestion/harvest.ts';
import type { Providers } from '../../workers/ingestion/ports.ts';
import { runIngestionWorker } from '../../workers/ingestion/worker.ts';
import { runMatchingRole } from '../../workers/matching/index.ts';
import { whileLeading } from '../../workers/lease.ts';
import type { OriginProofs } from '../../workers/origins/ports.ts';
import { runOriginChecks } from '../../workers/origins/worker.ts';
import { leadProjections } from '../../workers/rebuild/index.ts';
import type { Config } from '../config.ts';
import { isPublicAddress } from '../origins/address.ts';
import { openOriginProofs } from '../origins/index.ts';
import { openProviders } from '../providers/index.ts';
import { randomIds, systemClock, uniqueName } from '../system.ts';
import { version } from '../version.ts';
import { logProjected } from './projected-log.ts';
import type { RoleWatch } from './role-watch.ts';
import type { Stores } from './stores.ts';

export const ROLES = ['api', 'projector', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export type RoleContext = {
  readonly config: Config;
  readonly stores: Stores;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly watch?: RoleWatch | undefined;
  /** Called once the role has all that its settings must give it. */
  readonly running?: () => void;
};

/** A projector that dies is followed by another within this. */
const PROJECTOR_LEASE_MS = 6_000;

export const providersFor = ({ config, stores, log, watch }: Omit<RoleContext, 'signal'>): Providers =>
  openProviders({
    ...config.providers,
    state: stores.state,
    version,
    log,
    observe: watch?.providerCall,
    watchLane: watch?.providerLane,
  });

const proofsFor = ({ allowPrivateOrigins }: Config): OriginProofs =>
  openOriginProofs({ mayReach: allowPrivateOrigins ? () => true : isPublicAddress, version });

export const ingestionDeps = (
  { config, stores, log }: Omit<RoleContext, 'signal'>,
  providers: Providers,
): IngestionDeps => ({
  ...stores,
  clock: systemClock,
  ids: randomIds,
  log,
  providers,
  sources: config.ingestSources,
});

/** Projects while it leads; one projector leads over all processes. */
export const runProjectorRole = ({ stores, log, signal, watch, running }: RoleContext): Promise<void> => {
  running?.();
  watch?.leads(false);
  const projected = logProjected(log);
  const { events, state, rows: readModels } = stores;
  const holder = uniqueName('projector');
  const deps = { events, state, readModels, projections: allProjections, clock: systemClock, log, holder };
  return whileLeading(state, 'projector', holder, { ttlMs: PROJECTOR_LEASE_MS, log, signal }, async (leading) => {
    watch?.leads(true);
    try {
      await leadProjections(deps, {
        signal: leading,
        ...watch?.projector,
        onBatch: (batch) => {
          projected(batch);
          watch?.projector.onBatch?.(batch);
        },
      });
    } finally {
      watch?.leads(false);
    }
  });
};

/** Runs until all have ended. One that fails ends the others, so that none is left behind when the role starts again. */
const together = async (
  signal: AbortSignal,
  works: readonly ((signal: AbortSignal) => Promise<unknown>)[],
): Promise<void> => {
  const failed = new AbortController();
  const ends = AbortSignal.any([signal, failed.signal]);
  const ended = await Promise.allSettled(
    works.map((work) =>
      work(ends).catch((error: unknown) => {
        if (!failed.signal.aborted) failed.abort(error);
        throw error;
      }),
    ),
  );
  if (failed.signal.aborted) throw failed.signal.reason;
  const broken = ended.find((each) => each.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
};

export const runWorkerRole = async (context: RoleContext): Promise<void> => {
  const { config, signal, watch, running } = context;
  const providers = providersFor(context);
  running?.();
  const deps = ingestionDeps(context, providers);
  const name = uniqueName('worker');
  const harvest = { name, intervalHours: config.harvestIntervalHours, shards: config.shards };
  if (watch !== undefined) watch.status.waitingFor = null;
  try {
    await together(signal, [
      (ends) => runIngestionWorker(deps, { name, signal: ends }),
      (ends) => runMatchingRole({ ...deps, passedOver: watch?.passedOver }, { name, signal: ends }),
      (ends) => runOriginChecks({ ...deps, proofs: proofsFor(config) }, { name, signal: ends }),
      ...(config.harvestIntervalHours === 0
        ? []
        : [(ends: AbortSignal) => runHarvest(deps, { ...harvest, signal: ends })]),
    ]);
  } finally {
    await providers.close();
  }
};
