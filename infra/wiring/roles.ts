/** The roles of the program, each wired to its adapters; any number of each may run, in one process or many. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';
import { DEFAULT_INTERVAL_MS, HOUR_MS } from '../../domain/ingestion/schedule.ts';
import { allProjections } from '../../projections/all.ts';
import type { IngestionDeps } from '../../workers/ingestion/deps.ts';
import { runHarvest } from '../../workers/ingestion/harvest/index.ts';
import type { Providers } from '../../workers/ingestion/ports.ts';
import { runIngestionWorker } from '../../workers/ingestion/worker.ts';
import { runMatchingRole } from '../../workers/matching/index.ts';
import { isLeased } from '../../workers/lease.ts';
import { whileLeadingAny } from '../../workers/leading.ts';
import type { OriginProofs } from '../../workers/origins/ports.ts';
import { runOriginChecks } from '../../workers/origins/worker.ts';
import type { Projected } from '../../workers/projector/index.ts';
import { leadProjections, leaseOf } from '../../workers/rebuild/index.ts';
import { together } from '../../workers/together.ts';
import { runBatchWorker } from '../../workers/publication-batches/run.ts';
import { runUndoWorker } from '../../workers/undo/run.ts';
import type { Config } from '../config.ts';
import { isPublicAddress } from '../origins/address.ts';
import { openOriginProofs } from '../origins/index.ts';
import { openProviders } from '../providers/index.ts';
import { randomIds, systemClock, uniqueName } from '../system.ts';
import { version } from '../version.ts';
import { whileOpen } from '../while-open.ts';
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

/** The lease that one projector held for all rows, in releases that had to be stopped before another started. */
export const FORMER_LEASE = 'projector';

const untilStopped = async ({ state }: Stores, log: Log, signal: AbortSignal): Promise<void> => {
  let isSaid = false;
  while (!signal.aborted && (await isLeased(state, FORMER_LEASE).catch(unlessAway))) {
    if (!isSaid) log.error({}, 'a projector of an earlier release runs: stop it, this one waits');
    isSaid = true;
    await pause(PROJECTOR_LEASE_MS / 6, undefined, { signal }).catch(() => undefined);
  }
};

const unlessAway = (error: unknown): boolean => {
  if (error instanceof Unavailable) return true;
  throw error;
};

type ProvidersContext = Pick<RoleContext, 'config' | 'stores' | 'log'> & {
  readonly watch?: Partial<Pick<RoleWatch, 'providerCall' | 'providerLimiter'>> | undefined;
};

export const providersFor = ({ config, stores, log, watch }: ProvidersContext): Providers =>
  openProviders({
    ...config.providers,
    state: stores.state,
    version,
    log,
    observe: watch?.providerCall,
    watchLimiter: watch?.providerLimiter,
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
  harvestIntervalMs: config.harvestIntervalHours === 0 ? DEFAULT_INTERVAL_MS : config.harvestIntervalHours * HOUR_MS,
});

/** Work that asks the providers. */
export const whileIngesting = <T>(
  context: Omit<RoleContext, 'signal'>,
  work: (deps: IngestionDeps) => Promise<T>,
): Promise<T> => whileOpen(providersFor(context), (providers) => work(ingestionDeps(context, providers)));

/** One debug line a batch that reached the rows. Catching up goes through all of history, which is not traced by correlation. */
export const logProjected =
  (log: Log) =>
  ({ projection, phase, events, ms }: Projected): void => {
    if (phase === 'filling') return;
    const correlationIds = [...new Set(events.map(({ metadata }) => metadata.correlationId))];
    log.debug({ projection, events: events.length, ms: Math.round(ms), correlationIds }, 'projected');
  };

/**
 * Keeps the rows of each projection that this release declares, as far as no other process does. One of a release that knew
 * a single lease for all is left alone: it must be stopped first.
 */
export const runProjectorRole = async ({ stores, log, signal, watch, running }: RoleContext): Promise<void> => {
  running?.();
  watch?.leads(false);
  const projected = logProjected(log);
  const { events, state, rows: readModels } = stores;
  const holder = uniqueName('projector');
  const deps = {
    events,
    state,
    readModels,
    clock: systemClock,
    log,
    holder,
    declared: allProjections,
    release: version,
  };
  const names = allProjections.map(leaseOf);
  await untilStopped(stores, log, signal);
  await whileLeadingAny(state, holder, { names, ttlMs: PROJECTOR_LEASE_MS, log, signal }, async (held, leading) => {
    watch?.leads(true);
    try {
      await leadProjections(
        { ...deps, projections: allProjections.filter((projection) => held.includes(leaseOf(projection))) },
        {
          signal: leading,
          ...watch?.projector,
          onBatch: (batch) => {
            projected(batch);
            watch?.projector.onBatch(batch);
          },
        },
      );
    } finally {
      watch?.leads(false);
    }
  });
};

export const runWorkerRole = async (context: RoleContext): Promise<void> => {
  const { config, signal, watch, running } = context;
  const name = uniqueName('worker');
  const harvest = { name, shards: config.shards };
  await whileIngesting(context, async (deps) => {
    running?.();
    if (watch !== undefined) watch.status.waitingFor = null;
    await together(signal, [
      (ends) => runIngestionWorker(deps, { name, signal: ends }),
      (ends) => runMatchingRole({ ...deps, passedOver: watch?.passedOver }, { name, signal: ends }),
      (ends) => runUndoWorker(deps, { name, signal: ends }),
      (ends) => runBatchWorker(deps, { name, signal: ends }),
      (ends) => runOriginChecks({ ...deps, proofs: proofsFor(config) }, { name, signal: ends }),
      ...(config.harvestIntervalHours === 0
        ? []
        : [(ends: AbortSignal) => runHarvest(deps, { ...harvest, signal: ends })]),
    ]);
  });
};
