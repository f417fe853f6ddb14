/** The harvest: one leader checks every workspace once per interval; only people who changed, or could not be checked, get a job. */
import { isReadyToHarvest, workspacesToHarvest } from '../../../projections/queries/harvest.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { whileLeading, type WorkerOptions } from '../../leading.ts';
import { inRounds } from '../../rounds.ts';
import type { IngestionDeps } from '../deps.ts';
import { harvestWorkspace, type Harvested, type RunOptions } from './run.ts';

const EVERY_MS = 60_000;
const LEASE_MS = 30_000;

/** Performs the due runs, one workspace after the other; a failure does not stop the others. */
export const harvestOnce = async (
  deps: IngestionDeps,
  { shards, signal = new AbortController().signal }: Pick<RunOptions, 'shards'> & Partial<RunOptions>,
): Promise<readonly Harvested[]> => {
  if (!(await isReadyToHarvest(deps.readModels))) return [];
  const harvested: Harvested[] = [];
  for (const workspace of await workspacesToHarvest(deps.readModels)) {
    if (signal.aborted) break;
    try {
      const run = await harvestWorkspace(deps, workspace, { shards, signal });
      if (run !== null) harvested.push(run);
    } catch (error) {
      if (signal.aborted) break;
      if (error instanceof Unavailable) throw error;
      deps.log.error({ workspace, err: error }, 'the harvest of a workspace failed');
    }
  }
  return harvested;
};

/** Resolves when the signal is aborted. */
export const runHarvest = (deps: IngestionDeps, options: RunOptions & WorkerOptions): Promise<void> => {
  const { state, log } = deps;
  const { name, signal, shards, everyMs = EVERY_MS, leaseMs = LEASE_MS, waits } = options;
  return whileLeading(state, 'harvest', name, { ttlMs: leaseMs, log, waits, signal }, (leading) => {
    const round = async (): Promise<void> => {
      for (const { queued, ...run } of await harvestOnce(deps, { shards, signal: leading }))
        log.info({ ...run, queued: queued.length }, 'harvested');
    };
    return inRounds(round, { what: 'the harvest', everyMs, log, waits, signal: leading });
  });
};
