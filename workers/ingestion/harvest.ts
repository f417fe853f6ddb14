/** The harvest: queues again everybody whose last ingestion has grown old, a few at a time, by one leader. */
import { newCaller } from '../../commands/caller.ts';
import { queueIngestions } from '../../commands/queue-ingestions.ts';
import { Refused } from '../../domain/errors.ts';
import type { IngestionRow } from '../../projections/ingestions.ts';
import { dueForHarvest } from '../../projections/queries/ingestions.ts';
import { whileLeading } from '../lease.ts';
import { inRounds } from '../rounds.ts';
import type { IngestionDeps } from './deps.ts';

export type HarvestOptions = {
  readonly name: string;
  readonly signal: AbortSignal;
  /** How old a person's last ingestion may grow. */
  readonly intervalHours: number;
  readonly shards: number;
  /** How often it looks. */
  readonly everyMs?: number;
  readonly leaseMs?: number;
};

const HOUR_MS = 3_600_000;
const EVERY_MS = 60_000;
const LEASE_MS = 30_000;
/** People a look: at one look a minute these are 144,000 a day, spread by when each was last done. */
const AT_ONCE = 100;

/** Queues who is due now; the rows behind it. */
export const harvestOnce = async (
  deps: IngestionDeps,
  { intervalHours, shards, signal }: Pick<HarvestOptions, 'intervalHours' | 'shards'> & Partial<HarvestOptions>,
): Promise<readonly IngestionRow[]> => {
  const due = await dueForHarvest(deps.readModels, {
    before: deps.clock.now() - intervalHours * HOUR_MS,
    limit: AT_ONCE,
  });
  for (const { workspace, orcid, jobId } of due) {
    if (signal?.aborted) break;
    const caller = newCaller(deps.ids, workspace, { type: 'system', id: 'harvest' });
    try {
      await queueIngestions(deps, { orcids: [orcid], triggerSource: 'harvest', shards, after: jobId }, caller);
    } catch (error) {
      // Of one person, such as what only a later release can read: it stops none of the others.
      if (!(error instanceof Refused)) throw error;
      deps.log.warn({ workspace, err: error }, 'a harvest was refused');
    }
  }
  return due;
};

/** Resolves when the signal is aborted. */
export const runHarvest = (deps: IngestionDeps, options: HarvestOptions): Promise<void> => {
  const { name, signal, everyMs = EVERY_MS, leaseMs = LEASE_MS } = options;
  const { state, log } = deps;
  return whileLeading(state, 'harvest', name, { ttlMs: leaseMs, log, signal }, (leading) => {
    const round = async (): Promise<void> => {
      const due = await harvestOnce(deps, { ...options, signal: leading });
      if (due.length > 0) log.info({ people: due.length }, 'harvest queued');
    };
    return inRounds(round, { what: 'the harvest', everyMs, log, signal: leading });
  });
};
