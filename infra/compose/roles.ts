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
export const runProjectorRole = ({ stores, log, signal, watch }: RoleContext): Promise<void> => {
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

export const runWorkerRole = async (context: RoleContext): Promise<void> => {
  const { config, signal, watch } = context;
  const providers = providersFor(context);
  const deps = ingestionDeps(context, providers);
  const name = uniqueName('worker');
  const harvest = { name, signal, intervalHours: config.harvestIntervalHours, shards: config.shards };
  if (watch !== undefined) watch.status.waitingFor = null;
  try {
    await Promise.all([
      runIngestionWorker(deps, { name, signal }),
      runMatchingRole({ ...deps, passedOver: watch?.passedOver }, { name, signal }),
      runOriginChecks({ ...deps, proofs: proofsFor(config) }, { name, signal }),
      config.harvestIntervalHours === 0 ? null : runHarvest(deps, harvest),
    ]);
  } finally {
    await providers.close();
  }
};
