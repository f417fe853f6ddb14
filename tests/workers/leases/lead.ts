/** Leads one of the worker's roles with a short lease, without providers. */
import { DEFAULT_INTERVAL_MS } from '../../../domain/ingestion/schedule.ts';
import { randomIds, systemClock } from '../../../infra/system.ts';
import { runHarvest } from '../../../workers/ingestion/harvest/index.ts';
import type { IngestionDeps } from '../../../workers/ingestion/ports.ts';
import { runMatchingRole } from '../../../workers/matching/index.ts';
import { runOriginChecks } from '../../../workers/origins/worker.ts';
import { silent, noWaits } from '../../support/silent.ts';

const providers = {} as IngestionDeps['providers'];
const proofs = { find: () => Promise.resolve(null) };
const LEADING = { leaseMs: 300, everyMs: 10, shards: 4 };

type Deps = Omit<IngestionDeps, 'providers' | 'sources' | 'harvestIntervalMs' | 'clock' | 'ids' | 'log'>;

/** Leads it until the signal aborts. */
export const lead = (role: string, deps: Deps, name: string, signal: AbortSignal): Promise<void> => {
  const asking = { providers, proofs, sources: [], harvestIntervalMs: DEFAULT_INTERVAL_MS };
  const all = { ...deps, ...asking, clock: systemClock, ids: randomIds, log: silent };
  const options = { ...LEADING, name, signal, waits: noWaits };
  if (role === 'harvest') return runHarvest(all, options);
  if (role === 'origins') return runOriginChecks(all, options);
  return runMatchingRole(all, options);
};
